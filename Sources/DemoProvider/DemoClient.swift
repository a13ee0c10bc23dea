package import Secrets

/// An application that is registered at the provider.
package struct DemoClient: Sendable {
  /// Its client_id.
  package var id: String
  /// Compared as text, but that a loopback address without a port may have any (RFC 8252 section 7.3).
  package var redirectURIs: [String]
  /// Compared as text.
  package var postLogoutRedirectURIs: [String]
  /// Nil for a public client.
  package var secret: SecretBytes?

  /// Registers a client.
  package init(
    id: String,
    redirectURIs: [String],
    postLogoutRedirectURIs: [String] = [],
    secret: SecretBytes? = nil
  ) {
    self.id = id
    self.redirectURIs = redirectURIs
    self.postLogoutRedirectURIs = postLogoutRedirectURIs
    self.secret = secret
  }

  /// The client that the new sign-in uses; public.
  package static var migratedApp: DemoClient {
    DemoClient(
      id: "migrated-app",
      redirectURIs: [
        "http://127.0.0.1/callback", "http://[::1]/callback", "https://app.example.com/oauth",
        "com.example.app:/oauth",
      ],
      postLogoutRedirectURIs: [
        "http://127.0.0.1/signed-out", "http://[::1]/signed-out",
        "https://app.example.com/signed-out", "com.example.app:/signed-out",
      ]
    )
  }

  /// The client that AppAuth used; public as well.
  package static var legacyApp: DemoClient {
    DemoClient(
      id: "legacy-app",
      redirectURIs: ["com.example.legacy:/oauthredirect", "http://127.0.0.1/callback"]
    )
  }

  /// A client that has to authenticate; its secret is `demo-client-secret`.
  package static var confidentialApp: DemoClient {
    DemoClient(
      id: "confidential-app",
      redirectURIs: ["https://app.example.com/oauth"],
      secret: SecretBytes(copying: "demo-client-secret".utf8)
    )
  }
}
