/// How a run of revocations goes about it.
package struct RevocationOptions: Sendable {
  /// How a revocation is proven afterwards.
  package enum Verification: String, Sendable {
    /// Not at all.
    case none
    /// The token is redeemed, which must fail.
    case redeem
  }

  /// How it is proven.
  package var verification = Verification.none
  /// Whether an acceptance without proof leaves the run incomplete.
  package var requiresVerified = false
  /// How many tokens are under way at once.
  package var jobs = 4
  /// How long all waits that the provider asks for may take together.
  package var maximumWait = Duration.seconds(3600)
  /// How often one token is sent while the provider fails or does not answer.
  package var attempts = 2
  /// So many tokens in a row without a clear answer, and the provider is left alone for this run.
  package var doubtsInARow = 5

  /// The defaults.
  package init() {}
}
