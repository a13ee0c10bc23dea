import JSON

/// Reads what react-native-app-auth hands to an app from `register`: a client that the app registered for itself.
///
/// On Android its dates lie in 1970, because the plugin takes seconds for milliseconds; they are not read.
enum ReactNativeRegistration: StateShape {
  private static let telling = [
    "clientIdIssuedAt", "clientSecretExpiresAt", "registrationAccessToken",
    "registrationClientUri", "tokenEndpointAuthMethod",
  ]

  static func recognise(_ object: JSONValue) -> RecognisedState? {
    guard object.hasPluginMember, object["additionalParameters"]?.kind == .object,
      object.isFilled("clientId"),
      object.isFilled("clientSecret") || object.isFilled("registrationAccessToken"),
      telling.count(where: { object.has($0) }) > 1,
      !object.has("request"), !object.has("configuration"), !object.has("grantType")
    else { return nil }
    return RecognisedState(
      library: .reactNativeAppAuth,
      format: .tokenResponse,
      confidence: .certain
    )
  }

  static func read(_ object: JSONValue, into state: inout LegacyAuthState) {
    state.clientID = object["clientId"]?.string()
    state.clientSecret = LegacyToken(.clientSecret, object["clientSecret"])
    state.registrationAccessToken = LegacyToken(
      .registrationAccess,
      object["registrationAccessToken"]
    )
    if object.isFilled("registrationClientUri") {
      state.registrationClientURI = object["registrationClientUri"]?.string()
    }
    if object.isFilled("tokenEndpointAuthMethod") {
      state.tokenEndpointAuthMethod = object["tokenEndpointAuthMethod"]?.string()
    }
    state.isRegistered = true
  }
}
