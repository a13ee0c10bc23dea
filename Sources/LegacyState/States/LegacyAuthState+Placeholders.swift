import Secrets

extension LegacyAuthState {
  /// The state without the tokens that are none; nil if it had no other.
  ///
  /// A documentation, the source of a program and a log whose tokens were filtered out have all the members of a state.
  var withoutPlaceholders: LegacyAuthState? {
    let all = tokens
    guard all.contains(where: \.isPlaceholder) else { return self }
    guard all.contains(where: { !$0.isPlaceholder }) else { return nil }
    var state = self
    if refreshToken?.isPlaceholder == true { state.refreshToken = nil }
    if accessToken?.isPlaceholder == true { state.accessToken = nil }
    if idToken?.isPlaceholder == true { state.idToken = nil }
    if authorizationCode?.isPlaceholder == true {
      state.authorizationCode = nil
      state.authorizationCodeExchanged = nil
    }
    if codeVerifier?.isPlaceholder == true { state.codeVerifier = nil }
    if clientSecret?.isPlaceholder == true { state.clientSecret = nil }
    if registrationAccessToken?.isPlaceholder == true { state.registrationAccessToken = nil }
    state.historicalRefreshTokens.removeAll(where: \.isPlaceholder)
    return state
  }
}

extension LegacyToken {
  fileprivate var isPlaceholder: Bool { secret.withBytes { Placeholder.isOne($0) } }
}
