import JSON

/// Reads the token response that AppAuth-JS, and ionic-appauth with it, keeps: `TokenResponse.toJson()`.
///
/// It has the wire names of any OAuth answer, so nothing but these members may be in it, and it has to have what only
/// AppAuth-JS adds: `issued_at` as a number of seconds, and `expires_in` turned into text.
enum AppAuthJSResponse: StateShape {
  private static let names = [
    "access_token", "refresh_token", "id_token", "scope", "token_type", "issued_at", "expires_in",
  ]

  static func recognise(_ object: JSONValue) -> RecognisedState? {
    guard object.kind == .object, let issued = object["issued_at"], issued.kind == .number,
      // In milliseconds others write it.
      let seconds = issued.int(), (1_000_000_000..<5_000_000_000).contains(seconds),
      object.isFilled("access_token"),
      object.eachMember.allSatisfy({ member in names.contains { member.isNamed($0) } }),
      let lifetime = object["expires_in"], lifetime.kind == .string,
      StoredTime.seconds(lifetime) != nil
    else { return nil }
    return RecognisedState(library: .appAuthJS, format: .tokenResponse, confidence: .medium)
  }

  static func read(_ object: JSONValue, into state: inout LegacyAuthState) {
    var expiry: Int64?
    if let issued = StoredTime.seconds(object["issued_at"]),
      let lifetime = StoredTime.seconds(object["expires_in"]), lifetime >= 0, lifetime < 1 << 32
    {
      expiry = StoredTime.plausible((issued + lifetime) * 1000)
    }
    state.accessToken = LegacyToken(.access, object["access_token"], expires: expiry)
    state.refreshToken = LegacyToken(.refresh, object["refresh_token"])
    state.idToken = LegacyToken(.id, object["id_token"])
    if object.isFilled("scope"), let scope = object["scope"]?.string() {
      state.scopes = scope.scopeValues
    }
    if object.hasDuplicateMembers { state.disagreements.insert(.duplicateMember) }
  }
}
