import JSON

/// Reads what flutter_appauth hands to an app, in both spellings.
///
/// The platform's map has `accessTokenExpirationTime` in milliseconds, with a fraction on iOS; the Dart object that
/// apps turn into JSON has `accessTokenExpirationDateTime`, in whatever form the app chose. Absent values are null on
/// Android and missing on iOS. Nothing in it names the issuer, the client or an endpoint.
enum FlutterResult: StateShape {
  static func recognise(_ object: JSONValue) -> RecognisedState? {
    guard object.hasPluginMember, object.hasPluginTypes,
      !object.has("authorizeAdditionalParameters"),
      !object.has("accessTokenExpirationDate"), !object.has("additionalParameters")
    else { return nil }
    let hasParameters =
      object.has("tokenAdditionalParameters") || object.has("authorizationAdditionalParameters")
    if object.isPluginCode {
      // iOS leaves the parameters out where there are none.
      guard hasParameters || object.isFilled("nonce") else { return nil }
      return RecognisedState(
        library: .flutterAppAuth,
        format: .tokenResponse,
        confidence: hasParameters ? .certain : .medium
      )
    }
    guard object.hasPluginToken else { return nil }
    let isDart = object.has("accessTokenExpirationDateTime")
    if hasParameters, isDart || object.hasAnyOfPlatform {
      return RecognisedState(
        library: .flutterAppAuth,
        format: .tokenResponse,
        confidence: .certain
      )
    }
    // An app that kept some of the fields: the name of the expiry is the plugin's own, the rest is anybody's.
    guard isDart, object.isFilled("accessToken"),
      object.has("refreshToken") || object.has("idToken")
    else { return nil }
    return RecognisedState(library: .flutterAppAuth, format: .tokenResponse, confidence: .low)
  }

  static func read(_ object: JSONValue, into state: inout LegacyAuthState) {
    let time = object["accessTokenExpirationDateTime"] ?? object["accessTokenExpirationTime"]
    state.readPluginMembers(object, expires: StoredTime.milliseconds(time))
  }
}

extension JSONValue {
  /// What the map from the platform has beside the parameters; the time is missing where the provider named none.
  fileprivate var hasAnyOfPlatform: Bool { has("accessTokenExpirationTime") || has("tokenType") }
}
