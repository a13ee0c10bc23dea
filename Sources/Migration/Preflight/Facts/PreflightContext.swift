package import OAuthClient

/// What a check may use: the facts, and the transport for one that asks for itself.
package struct PreflightContext: Sendable {
  /// What was fetched.
  package let facts: PreflightFacts
  /// Nil when nothing may be sent.
  package let transport: OAuthTransport?

  /// Joins the two.
  ///
  /// - Parameters:
  ///   - facts: What was fetched.
  ///   - transport: Nil when nothing may be sent.
  package init(facts: PreflightFacts, transport: OAuthTransport?) {
    self.facts = facts
    self.transport = transport
  }
}
