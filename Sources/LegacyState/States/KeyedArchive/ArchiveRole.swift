/// What an object of an archive is to AppAuth.
enum ArchiveRole: Sendable {
  case state
  case authorizationResponse
  case authorizationRequest
  case tokenResponse
  case tokenRequest
  case registrationResponse

  /// By its class or one that it inherits from; of another name, as in copies of the library, by its properties.
  init?(_ object: ArchiveObject, _ classNames: [String]) {
    for name in classNames {
      if let role = Self.named(name) {
        self = role
        return
      }
    }
    guard let role = Self.shaped(object) else { return nil }
    self = role
  }

  /// The properties that hold another part.
  var parts: [StaticString] {
    switch self {
    case .state: ["lastAuthorizationResponse", "lastTokenResponse"]
    case .authorizationResponse, .tokenResponse, .registrationResponse: ["request"]
    case .authorizationRequest, .tokenRequest: []
    }
  }

  /// AppAuth's prefix is `OID`; Okta's copy has `OKT`.
  private static func named(_ name: String) -> ArchiveRole? {
    guard name.hasPrefix("OID") || name.hasPrefix("OKT") else { return nil }
    return switch name.dropFirst(3) {
    case "AuthState": .state
    case "AuthorizationResponse": .authorizationResponse
    case "AuthorizationRequest": .authorizationRequest
    case "TokenResponse": .tokenResponse
    case "TokenRequest": .tokenRequest
    case "RegistrationResponse": .registrationResponse
    default: nil
    }
  }

  private static func shaped(_ object: ArchiveObject) -> ArchiveRole? {
    func has(_ names: StaticString...) -> Bool {
      names.allSatisfy { object.archive.list.position(in: object.node, $0) != nil }
    }
    if has("lastAuthorizationResponse", "lastTokenResponse") { return .state }
    guard has("additionalParameters") else { return nil }
    if has("request", "refresh_token", "expires_in") { return .tokenResponse }
    if has("request", "code", "expires_in") { return .authorizationResponse }
    if has("request", "registration_client_uri") { return .registrationResponse }
    if has("configuration", "grant_type") { return .tokenRequest }
    return has("configuration", "response_type", "code_verifier") ? .authorizationRequest : nil
  }
}
