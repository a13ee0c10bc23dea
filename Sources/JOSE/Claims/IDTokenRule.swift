/// One thing that must be true of an ID token; the rules of ``IDTokenValidator`` are a list of these.
package protocol IDTokenRule: Sendable {
  /// Holds the claims against the rule.
  ///
  /// - Parameters:
  ///   - claims: What was signed.
  ///   - clock: What time it is.
  /// - Throws: How the rule is broken.
  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure)
}
