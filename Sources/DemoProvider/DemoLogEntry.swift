package import Secrets

/// One request that was answered; it never holds a token.
package struct DemoLogEntry: Sendable {
  /// Where it went.
  package let endpoint: DemoEndpoint
  /// `ok`, an OAuth error code, or `fault`.
  package let outcome: String
  /// The status that was answered; 0 if the connection was dropped.
  package let status: Int
  /// Who asked, where it was said.
  package let client: String?
  /// At the token endpoint.
  package let grantType: String?
  /// The fingerprint of the token or code that came in.
  package let token: Fingerprint?
}
