internal import Crypto
package import JOSE
package import Secrets

/// The secrets and facts of one authorization request, from before the browser opens until the redirect is judged.
///
/// `state`, `nonce` and `code_verifier` carry 256 random bits each (RFC 7636 section 7.1, RFC 6819 section 5.3.5).
package struct AuthorizationFlow: Sendable {
  package let state: SecretBytes
  package let nonce: SecretBytes
  package let codeVerifier: SecretBytes
  /// The very text of both requests, port included.
  package let redirectURI: String
  /// Seconds since 1970.
  package let startedAt: Double
  /// What `PAR` answered, and when it ends (RFC 9126 section 2.2).
  package let pushed: PushedRequest?
  /// What the sign-in must come to; nil for a first one.
  package let demand: StepUpDemand?
  /// What the code, and the tokens for it, are to be bound to (RFC 9449 section 10); nil where nothing is bound.
  package let proofKey: DPoPKey?

  package init(
    redirectURI: String,
    startedAt: Double,
    demand: StepUpDemand? = nil,
    proofKey: DPoPKey? = nil
  ) {
    self.init(
      state: Self.random(),
      nonce: Self.random(),
      codeVerifier: Self.random(),
      redirectURI: redirectURI,
      startedAt: startedAt,
      pushed: nil,
      demand: demand,
      proofKey: proofKey
    )
  }

  package init(
    state: SecretBytes,
    nonce: SecretBytes,
    codeVerifier: SecretBytes,
    redirectURI: String,
    startedAt: Double,
    pushed: PushedRequest?,
    demand: StepUpDemand? = nil,
    proofKey: DPoPKey? = nil
  ) {
    self.state = state
    self.nonce = nonce
    self.codeVerifier = codeVerifier
    self.redirectURI = redirectURI
    self.startedAt = startedAt
    self.pushed = pushed
    self.demand = demand
    self.proofKey = proofKey
  }

  package func pushed(as request: PushedRequest) -> AuthorizationFlow {
    AuthorizationFlow(
      state: state,
      nonce: nonce,
      codeVerifier: codeVerifier,
      redirectURI: redirectURI,
      startedAt: startedAt,
      pushed: request,
      demand: demand,
      proofKey: proofKey
    )
  }

  private static func random() -> SecretBytes { Base64URL.encode(Random.secret(32)) }
}

/// The answer to a pushed authorization request.
package struct PushedRequest: Sendable {
  package let requestURI: SecretBytes
  /// Seconds since 1970.
  package let endsAt: Double

  package init(requestURI: SecretBytes, endsAt: Double) {
    self.requestURI = requestURI
    self.endsAt = endsAt
  }
}
