internal import HTTP
internal import JOSE

extension OAuthClient {
  /// Refuses a stored session without a key where the configuration requires one.
  func checkBound(_ tokens: SessionTokens) throws(OAuthError) {
    guard configuration.dpop == .require, tokens.proofKey == nil else { return }
    throw .reauthenticate(
      ReauthenticationReason(
        .notBound,
        "dpop is required, but the stored session's tokens are not bound to a key: sign in again"
      )
    )
  }

  /// What the authorization server wants in the next proof, for the process that comes after this one.
  func rememberNonce(at provider: ProviderMetadata) {
    let origin = provider.tokenEndpoint.origin
    guard let nonce = transport.nonces.nonce(for: .authorizationServer, at: origin) else { return }
    record.proofNonce = StoredNonce(origin: origin, nonce: nonce)
  }
}

extension ProofNonces {
  /// Goes on with what another process was given.
  func resume(_ stored: StoredNonce?) {
    guard let stored else { return }
    keep(stored.nonce, for: .authorizationServer, at: stored.origin)
  }
}
