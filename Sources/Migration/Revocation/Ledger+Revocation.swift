package import Secrets

extension Ledger {
  /// Whether somebody has ended a token, by the last words on it: a provider accepted its revocation, and no proof has
  /// shown it alive since.
  ///
  /// - Parameter token: The digest of a refresh token.
  /// - Returns: False if nothing is known.
  /// - Throws: If the ledger cannot be read.
  package func hasEnded(_ token: Fingerprint) throws(LedgerFailure) -> Bool {
    guard try latest(.revoke, .token(token))?.status == .done else { return false }
    let proof = try latest(.verifyRevocation, .token(token))
    return proof?.outcome != RevocationOutcome.alive.rawValue
  }
}
