import JSON
import Secrets

/// Reads what AppAuth-Android's `AuthState.jsonSerializeString()` wrote, in all its versions.
enum AndroidAuthState: StateShape {
  static func recognise(_ object: JSONValue) -> RecognisedState? {
    guard recognises(object) else { return nil }
    return RecognisedState(
      library: .appAuthAndroid,
      format: .authStateJSON,
      confidence: .certain
    )
  }

  /// Whether an object has the shape; `refreshToken` and `scope` alone are too weak, many libraries have these.
  ///
  /// A response without its request is one that the library cannot read back; what is in it that may be a token is
  /// there all the same.
  static func recognises(_ object: JSONValue) -> Bool {
    guard object.kind == .object else { return false }
    var isState = false
    var hasConfiguration = false
    var isForeign = false
    var hasOwnMember = false
    for member in object.eachMember {
      let value = member.value
      let isResponse =
        member.isNamed("lastAuthorizationResponse") || member.isNamed("mLastTokenResponse")
      hasOwnMember = hasOwnMember || isResponse
      if value.kind == .object {
        if isResponse {
          isState =
            isState || value["request"]?.kind == .object
            || responseTokens.contains {
              value[$0]?.mayBeCredential == true
            }
        } else if member.isNamed("lastRegistrationResponse") {
          isState = isState || value["client_id"] != nil || value["request"]?.kind == .object
        } else if member.isNamed("mAuthorizationException") {
          isState = isState || value["type"]?.kind == .number && value["code"]?.kind == .number
        } else if member.isNamed("config") {
          hasConfiguration =
            AndroidParts.text(value["authorizationEndpoint"]) != nil
            && AndroidParts.text(value["tokenEndpoint"]) != nil
        } else {
          isForeign = true
        }
      } else if !member.isNamed("refreshToken"), !member.isNamed("scope") {
        isForeign = true
      }
    }
    if hasOwnMember, !isState { isState = object["refreshToken"]?.mayBeCredential == true }
    // A configuration alone stands in many files that are not AppAuth's.
    return isState || hasConfiguration && !isForeign
  }

  /// Fills a state from an object that ``recognises(_:)`` accepted.
  static func read(_ object: JSONValue, into state: inout LegacyAuthState) {
    let authorization = object["lastAuthorizationResponse"]
    let token = object["mLastTokenResponse"]
    let registration = object["lastRegistrationResponse"]
    let parts = AndroidParts(
      state: object,
      authorization: authorization,
      token: token,
      registration: registration,
      authorizationRequest: authorization?["request"],
      tokenRequest: token?["request"],
      registrationRequest: registration?["request"]
    )
    parts.read(into: &state)
  }

  private static let responseTokens = ["access_token", "refresh_token", "id_token", "code"]
}

extension JSONValue {
  /// Whether it is a text that may be a credential, and no label or word of a documentation.
  var mayBeCredential: Bool {
    secret()?.withBytes { TokenShape.mayBeCredential($0) } == true
  }
}
