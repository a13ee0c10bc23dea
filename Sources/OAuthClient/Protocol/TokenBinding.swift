internal import Crypto
package import JOSE

/// Which tokens are bound to a key, and what becomes of answers that do not fit (RFC 9449); pure.
extension OAuthConfiguration {
  /// Whether a new sign-in asks for bound tokens.
  ///
  /// - Parameter provider: What it announces counts in `auto`.
  /// - Returns: Whether it sends proofs.
  package func asksForBinding(at provider: ProviderMetadata) -> Bool {
    switch dpop {
    case .require: true
    case .auto: provider.proofAlgorithms?.contains("ES256") == true
    case .off: false
    }
  }

  /// Finds out before the browser opens what could never become a bound session.
  ///
  /// - Parameter provider: What it announces.
  /// - Throws: `.configuration(.unsupported)`.
  package func checkBinding(at provider: ProviderMetadata) throws(OAuthError) {
    guard dpop == .require, let algorithms = provider.proofAlgorithms,
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
  package func binding(
    of tokens: TokenSet,
    provenBy key: DPoPKey?
  ) throws(OAuthError) -> DPoPKey? {
    if let key, tokens.isDPoP { return key }
    guard tokens.isBearer else { throw Self.unusableType(tokens) }
    guard dpop != .require else {
      throw .configuration(
        ConfigurationProblem(
          .unsupported,
          "dpop is required, but the provider answered with a Bearer token, which was not taken: let it bind this client's tokens (RFC 9449 section 5), or set dpop to auto"
        )
      )
    }
    return nil
  }

  /// What a provider that does not do what it announces is told as.
  package static let gaveBearer =
    "the provider announces tokens that are bound to a key (DPoP), but gave a Bearer token: whoever gets hold of a token of this session can use it"

  /// Refuses what a refresh brought if it is not of the session's own kind: tokens that are bound stay bound.
  ///
  /// - Parameters:
  ///   - answer: Of the refresh.
  ///   - key: What the session's tokens are bound to; nil for Bearer tokens.
  /// - Throws: `.configuration(.unsupported)`.
  package static func checkType(
    of answer: TokenSet,
    renewing key: DPoPKey?
  ) throws(OAuthError) {
    guard key != nil else {
      guard answer.isBearer else { throw unusableType(answer) }
      return
    }
    guard !answer.isDPoP else { return }
    guard answer.isBearer else { throw unusableType(answer) }
    throw .configuration(
      ConfigurationProblem(
        .unsupported,
        "the tokens are bound to a key (DPoP), but the provider answered the refresh with a Bearer token, which is not used: let the provider bind this client's tokens"
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
}

extension DPoPKey {
  /// A new key pair for the tokens of one sign-in.
  ///
  /// - Returns: The pair.
  /// - Throws: `.configuration(.library)` if libcrypto fails.
  package static func forTokens() throws(OAuthError) -> DPoPKey {
    do {
      return try DPoPKey()
    } catch {
      throw .configuration(
        ConfigurationProblem(
          .library,
          "the key for the tokens (DPoP) could not be made: \(error): is OpenSSL 3 installed as it should be?"
        )
      )
    }
  }
}
