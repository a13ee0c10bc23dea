import JSON
import Secrets

/// Which members of a state's object are the state's.
///
/// An app may keep members of its own there, its cart, its theme. They are nobody's to remove.
enum StateMembers {
  private static let android: Set<String> = [
    "refreshToken", "scope", "config", "mAuthorizationException", "lastAuthorizationResponse",
    "mLastTokenResponse", "lastRegistrationResponse",
  ]
  /// Of responses and requests that an app kept alone.
  private static let androidParts: Set<String> = [
    "request", "configuration", "state", "token_type", "code", "access_token", "expires_at",
    "id_token", "refresh_token", "scope", "additional_parameters", "additionalParameters",
    "client_id", "client_id_issued_at", "client_secret", "client_secret_expires_at",
    "registration_access_token", "registration_client_uri", "token_endpoint_auth_method",
    "clientId", "responseType", "redirectUri", "grantType", "refreshToken", "authorizationCode",
    "codeVerifier", "codeVerifierChallenge", "codeVerifierChallengeMethod", "nonce", "display",
    "login_hint", "prompt", "ui_locales", "responseMode", "claims", "claimsLocales",
    "id_token_hint", "post_logout_redirect_uri", "redirect_uris", "application_type",
    "response_types", "grant_types", "subject_type", "jwks_uri", "jwks",
  ]
  private static let plugins: Set<String> = [
    "accessToken", "refreshToken", "idToken", "tokenType", "scopes", "authorizationCode",
    "codeVerifier", "nonce", "accessTokenExpirationTime", "accessTokenExpirationDateTime",
    "accessTokenExpirationDate", "authorizationAdditionalParameters",
    "authorizeAdditionalParameters", "tokenAdditionalParameters", "additionalParameters",
  ]

  /// Whether all members are those of an `AuthState`, as the library writes it; a part of one has others.
  private static func isAllState(_ object: JSONValue) -> Bool {
    object.eachMember.allSatisfy { member in
      switch member.nameRange.count - 2 {
      case 5: member.isNamed("scope")
      case 6: member.isNamed("config")
      case 12: member.isNamed("refreshToken")
      case 18: member.isNamed("mLastTokenResponse")
      case 23: member.isNamed("mAuthorizationException")
      case 24: member.isNamed("lastRegistrationResponse")
      case 25: member.isNamed("lastAuthorizationResponse")
      default: false
      }
    }
  }

  /// The members of a state's object that go where others have to stay; nil if the object goes as a whole.
  ///
  /// A text with one of the state's tokens in it is not the app's own, whatever its name.
  static func own(of object: JSONValue, _ state: LegacyAuthState) -> [Int]? {
    if state.library == .appAuthAndroid, isAllState(object) { return nil }
    let names: Set<String>
    switch (state.library, state.format) {
    case (.appAuthAndroid, .authStateJSON):
      names = AndroidAuthState.recognise(object) == nil ? androidParts : android
    case (.flutterAppAuth, .tokenResponse), (.reactNativeAppAuth, .tokenResponse): names = plugins
    default: return nil
    }
    var own: [Int] = []
    var others: [(position: Int, value: JSONValue)] = []
    for (position, member) in object.eachMember.enumerated() {
      if names.contains(member.name) {
        own.append(position)
      } else {
        others.append((position, member.value))
      }
    }
    guard !others.isEmpty, !own.isEmpty else { return nil }
    // One pass over all of them, however many there are.
    let hits = object.document.bytes.withBytes { bytes in
      ResidueSearch(tokens: state.tokens.map(\.secret))
        .occurrences(in: bytes.extracting(object.byteRange))
    }
    .map { $0.offset + object.byteRange.lowerBound }
    var next = 0
    let copies = others.filter { other in
      while next < hits.count, hits[next] < other.value.byteRange.lowerBound { next += 1 }
      let isHit = next < hits.count && hits[next] < other.value.byteRange.upperBound
      // An object of the app's own stays, whatever is in it: the token in it is told as residue then.
      return isHit && other.value.kind == .string
    }
    guard copies.count < others.count else { return nil }
    return (own + copies.map(\.position)).sorted()
  }
}

extension JSONWalk {
  /// What goes if the state that was given last goes.
  func removalPlaces(
    of value: JSONValue,
    _ state: LegacyAuthState,
    in layer: Layer,
    whole: (any Place)?
  ) -> [any Place] {
    guard let own = StateMembers.own(of: value, state) else {
      return [removalPlace(of: value, in: layer, whole: whole)]
    }
    let members = Array(value.eachMember)
    return own.map { position in
      JSONPlace(layer: layer, value: members[position].value, container: value, position: position)
    }
  }
}
