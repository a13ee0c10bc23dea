internal import HTTP
package import JSON
internal import OAuthClient
package import Providers
package import Secrets

/// Everything that the passive checks look at: fetched once, before they run.
package struct PreflightFacts: Sendable {
  /// What is checked.
  package let subject: PreflightSubject
  /// The OpenID document.
  package let discovery: FetchedDocument
  /// The RFC 8414 document, asked for only where the first leaves something open.
  package let authorizationServer: FetchedDocument
  /// The keys.
  package let keySet: FetchedDocument
  /// The metadata to judge, if there is a usable document.
  package let metadata: JSONValue?
  /// Whether the metadata are endpoints of the configuration, which say nothing beyond themselves.
  package let isConfigured: Bool
  /// What is known of the provider.
  package let profile: ProviderProfile

  /// Joins what was fetched.
  ///
  /// - Parameters:
  ///   - subject: What is checked.
  ///   - discovery: The OpenID document.
  ///   - authorizationServer: The RFC 8414 document.
  ///   - keySet: The keys.
  package init(
    subject: PreflightSubject,
    discovery: FetchedDocument,
    authorizationServer: FetchedDocument,
    keySet: FetchedDocument
  ) {
    self.subject = subject
    self.discovery = discovery
    self.authorizationServer = authorizationServer
    self.keySet = keySet
    let configured = subject.endpoints.flatMap(Self.document)
    self.isConfigured = configured != nil
    self.metadata = configured ?? discovery.usable
    self.profile = ProviderProfiles.profile(
      issuer: subject.expectedIssuer,
      tokenEndpoint: metadata?["token_endpoint"]?.string()
    )
  }

  /// Takes a saved metadata document, and sends nothing.
  ///
  /// - Parameters:
  ///   - subject: What is checked.
  ///   - saved: The document's bytes.
  ///   - keySet: Saved keys.
  package init(subject: PreflightSubject, saved: SecretBytes, keySet: SecretBytes? = nil) {
    func answer(_ body: SecretBytes) -> FetchedDocument.State {
      .answered(
        FetchedDocument.Answer(
          status: 200,
          type: "application/json",
          location: nil,
          date: nil,
          isCached: false,
          time: 0,
          body: body
        )
      )
    }
    self.init(
      subject: subject,
      discovery: FetchedDocument(address: "the saved document", answer(saved)),
      authorizationServer: FetchedDocument(address: "", .notAsked("a saved document is judged")),
      keySet: keySet.map { FetchedDocument(address: "the saved keys", answer($0)) }
        ?? FetchedDocument(address: "", .notAsked("a saved document is judged"))
    )
  }

  /// A URL of the metadata by the one rule for endpoints; nil if it is missing or breaks the rule.
  func endpoint(_ name: String) -> HTTPURL? {
    metadata?[name]?.string().flatMap(EndpointURL.parse)
  }

  /// Why something could not be asked for, where asking again later may help.
  var unavailability: RecoverableFailure? { discovery.unavailability ?? keySet.unavailability }

  private static func document(of endpoints: ProviderEndpoints) -> JSONValue? {
    let members: [(String, String?)] = [
      ("issuer", endpoints.issuer), ("authorization_endpoint", endpoints.authorization),
      ("token_endpoint", endpoints.token), ("jwks_uri", endpoints.jwksURI),
      ("revocation_endpoint", endpoints.revocation), ("userinfo_endpoint", endpoints.userinfo),
      ("end_session_endpoint", endpoints.endSession),
      ("pushed_authorization_request_endpoint", endpoints.pushedAuthorizationRequest),
    ]
    let node = JSONNode.object(
      members.compactMap { name, value in value.map { (name, JSONNode.string($0)) } }
    )
    return try? JSONDocument(parsing: SecretBytes(copying: node.encoded())).root
  }
}
