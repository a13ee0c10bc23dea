package import Secrets

/// A client that registered itself, and what it can delete itself with.
package struct DemoRegistration: Sendable {
  /// Its client_id.
  package let clientID: String
  /// Where it is managed.
  package let uri: String
  /// `reg-DEMO-…`.
  package let accessToken: SecretBytes
  /// The answer of the registration endpoint, JSON.
  package let body: SecretBytes
}
