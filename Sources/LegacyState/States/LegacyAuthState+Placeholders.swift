import Secrets

extension LegacyAuthState {
  /// The state without the tokens that are none; nil if it had no other.
  ///
  /// A documentation, the source of a program and a log whose tokens were filtered out have all the members of a state.
  var withoutPlaceholders: LegacyAuthState? {
    if isWeighed { return self }
    let all = tokens
    let isStored = isStored
    // Beside a token that is real, a word is what a person chose as the secret.
    let isReal = isStored || refreshToken?.isPlaceholder(isStored: false) == false
    func isNone(_ token: LegacyToken?) -> Bool {
      token?.isPlaceholder(isStored: token?.role == .clientSecret ? isReal : isStored) == true
    }
    guard all.contains(where: isNone) else { return self }
    guard all.contains(where: { !isNone($0) }) else { return nil }
    var state = self
    if isNone(refreshToken) { state.refreshToken = nil }
    if isNone(accessToken) { state.accessToken = nil }
    if isNone(idToken) { state.idToken = nil }
    if isNone(authorizationCode) {
      state.authorizationCode = nil
      state.authorizationCodeExchanged = nil
    }
    if isNone(codeVerifier) { state.codeVerifier = nil }
    if isNone(clientSecret) { state.clientSecret = nil }
    if isNone(registrationAccessToken) { state.registrationAccessToken = nil }
    state.historicalRefreshTokens.removeAll(where: isNone)
    return state
  }

  /// Whether an app wrote it down for itself, and nobody about it: AppAuth's own format in a store.
  private var isStored: Bool {
    guard confidence == .certain else { return false }
    switch source.locator.kind {
    case .text, .raw: return false
    default: return true
    }
  }
}

extension LegacyToken {
  fileprivate func isPlaceholder(isStored: Bool) -> Bool {
    secret.withBytes { bytes in
      role == .clientSecret && isStored
        ? Placeholder.isMarked(bytes) : Placeholder.isOne(bytes, isStored: isStored)
    }
  }
}
