internal import Crypto
internal import HTTP
internal import JOSE

/// Which tokens are bound to a key, and what becomes of answers that do not fit (RFC 9449).
extension OAuthClient {
  /// Whether a new sign-in asks for bound tokens.
  ///
  /// - Parameter provider: What it announces counts in `auto`.
  /// - Returns: Whether it sends proofs.
  func asksForBinding(at provider: ProviderMetadata) -> Bool {
    switch configuration.dpop {
    case .require: true
    case .auto: provider.proofAlgorithms?.contains("ES256") == true
    case .off: false
    }
  }

  /// A key pair for one session.
  func makeProofKey() throws(OAuthError) -> DPoPKey {
    do {
      return try DPoPKey()
    } catch {
      throw .configuration(
        ConfigurationProblem(
          .library,
          "the key for the session's tokens (DPoP) could not be made: \(error): is OpenSSL 3 installed as it should be?"
        )
      )
    }
  }

  /// Finds out before the browser opens what could never become a bound session.
  static func checkBinding(
    at provider: ProviderMetadata,
    _ configuration: OAuthConfiguration
  ) throws(OAuthError) {
    guard configuration.dpop == .require, let algorithms = provider.proofAlgorithms,
      !algorithms.contains("ES256")
    else { return }
    throw .configuration(
      ConfigurationProblem(
        .unsupported,
        "dpop is required, but the provider does not offer proofs with ES256 (dpop_signing_alg_values_supported): enable it there, or set dpop to auto"
      )
    )
  }

  /// What the tokens for a code are bound to.
  ///
  /// - Parameters:
  ///   - tokens: The answer.
  ///   - key: Of the proof that was sent; nil if none was.
  /// - Returns: Nil for Bearer tokens.
  /// - Throws: `.configuration` for tokens that cannot be used or must not be taken.
  func binding(of tokens: TokenSet, provenBy key: DPoPKey?) throws(OAuthError) -> DPoPKey? {
    if let key, tokens.isDPoP { return key }
    guard tokens.isBearer else { throw Self.unusableType(tokens) }
    guard configuration.dpop != .require else {
      throw .configuration(
        ConfigurationProblem(
          .unsupported,
          "dpop is required, but the provider answered with a Bearer token, which was not taken: let it bind this client's tokens (RFC 9449 section 5), or set dpop to auto"
        )
      )
    }
    return nil
  }

  /// Refuses what a refresh brought if it is not of the session's own kind: tokens that are bound stay bound.
  func checkType(of answer: TokenSet, renewing session: SessionTokens) throws(OAuthError) {
    guard session.proofKey != nil else {
      guard answer.isBearer else { throw Self.unusableType(answer) }
      return
    }
    guard !answer.isDPoP else { return }
    guard answer.isBearer else { throw Self.unusableType(answer) }
    throw .configuration(
      ConfigurationProblem(
        .unsupported,
        "the session's tokens are bound to its key (DPoP), but the provider answered the refresh with a Bearer token, which is not used: the session is kept, let the provider bind this client's tokens"
      )
    )
  }

  /// An access token of an unknown type must not be used (RFC 6749 section 7.1).
  private static func unusableType(_ tokens: TokenSet) -> OAuthError {
    .configuration(
      ConfigurationProblem(
        .unsupported,
        tokens.isDPoP
          ? "the provider answered with a token that is bound to a key (DPoP), though no proof was sent: set dpop to auto or require and sign in again, or let it give this client Bearer tokens"
          : "the provider answered with a token type other than Bearer and DPoP, which cannot be used: let it give this client Bearer tokens"
      )
    )
  }

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
