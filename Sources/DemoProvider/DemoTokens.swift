package import Secrets

/// What a sign-in or a refresh gave.
package struct DemoTokens: Sendable {
  /// The number of the grant that they belong to.
  package let grant: Int
  /// `at-DEMO-…`.
  package let accessToken: SecretBytes
  /// `rt-DEMO-…`, where there is one.
  package let refreshToken: SecretBytes?
  /// The ID token, where there is one.
  package let idToken: SecretBytes?
  /// The answer of the token endpoint, JSON.
  package let body: SecretBytes

  var reply: Reply { .json(body) }
}
