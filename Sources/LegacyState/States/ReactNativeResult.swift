import JSON

/// Reads what react-native-app-auth hands to an app from `authorize` and `refresh`.
///
/// Absent values are null on Android and `""` on iOS. The date is UTC without fractions, and missing where the
/// provider named none. Nothing in it names the issuer, the client or an endpoint.
enum ReactNativeResult: StateShape {
  static func recognise(_ object: JSONValue) -> RecognisedState? {
    guard object.hasPluginMember, object.hasPluginTypes,
      !object.has("authorizationAdditionalParameters"),
      !object.has("accessTokenExpirationDateTime"), let confidence = confidence(object)
    else { return nil }
    return RecognisedState(
      library: .reactNativeAppAuth,
      format: .tokenResponse,
      confidence: confidence
    )
  }

  private static func confidence(_ object: JSONValue) -> LegacyAuthState.Confidence? {
    if object.isPluginCode {
      // With `skipCodeExchange`.
      return object["additionalParameters"]?.kind == .object && object.has("accessToken")
        ? .certain : nil
    }
    guard object.hasPluginToken else { return nil }
    if object.hasAll("authorizeAdditionalParameters", "tokenAdditionalParameters") {
      return .certain
    }
    let isRefreshed = object.hasAll("additionalParameters", "accessToken", "tokenType")
    if isRefreshed, object.has("accessTokenExpirationDate") { return .certain }
    if isRefreshed, object.hasAll("refreshToken", "idToken"), object.firstMembers(6).count == 5 {
      return .medium
    }
    // An app that kept some of the fields; Google's sign-in calls its date the same, but writes another one too.
    guard object.isFilled("accessToken"), object.hasAll("refreshToken", "idToken", "tokenType"),
      !object.has("idTokenExpirationDate"), !object.has("accessTokenExpirationTime"),
      let date = object["accessTokenExpirationDate"], StoredTime.milliseconds(date) != nil,
      date.kind == .string
    else { return nil }
    return .low
  }

  static func read(_ object: JSONValue, into state: inout LegacyAuthState) {
    let time = object["accessTokenExpirationDate"] ?? object["accessTokenExpirationTime"]
    state.readPluginMembers(object, expires: StoredTime.milliseconds(time))
  }
}
