package import HTTP
package import JSON

/// Reads a provider's metadata live from its issuer.
package struct ProviderDiscovery: Sendable {
  private let transport: OAuthTransport

  package init(transport: OAuthTransport) {
    self.transport = transport
  }

  /// The metadata that a configuration leads to: its endpoints, or the documents of its issuer.
  ///
  /// - Throws: As ``metadata(of:)``.
  package func metadata(
    for configuration: OAuthConfiguration
  ) async throws(OAuthError) -> ProviderMetadata {
    if let endpoints = configuration.endpoints { return try ProviderMetadata(endpoints: endpoints) }
    return try await metadata(of: configuration.sessionIssuer)
  }

  /// The metadata of `issuer`, from its OpenID document; a revocation endpoint that stands only in the RFC 8414
  /// document of the same issuer is taken from there.
  ///
  /// - Throws: `.configuration` when the document is missing or unusable, `.recoverable` when it could not be fetched.
  package func metadata(of issuer: String) async throws(OAuthError) -> ProviderMetadata {
    guard let url = HTTPURL(issuer), url.isSecure, !url.hasUserInfo,
      let address = WellKnown.openIDConfiguration(of: url)
    else {
      throw .configuration(
        ConfigurationProblem(.issuer, "issuer must be an https URL such as https://id.example.com")
      )
    }
    let document = try await document(at: address)
    let metadata = try ProviderMetadata(document: document, configured: issuer)
    guard metadata.revocationEndpoint == nil, let issuerURL = HTTPURL(metadata.issuer),
      let endpoint = await revocationEndpoint(of: issuerURL, issuer: metadata.issuer)
    else { return metadata }
    return metadata.adding(revocationEndpoint: endpoint)
  }

  /// One document, bounded, JSON by type and by content.
  package func document(at address: HTTPURL) async throws(OAuthError) -> JSONDocument {
    let response = try await transport.send(
      Request(url: address, headers: [.init("Accept", "application/json")]),
      policy: .reading,
      purpose: "reading the provider's metadata"
    )
    if let wait = transport.waitError(for: response, origin: address.origin) { throw wait }
    guard response.status == 200 else {
      guard response.status < 500 else {
        throw .recoverable(
          RecoverableFailure(
            .server,
            "\(address) answered \(response.status): try again later"
          )
        )
      }
      throw .configuration(
        ConfigurationProblem(
          .discovery,
          "\(address) answered \(response.status) instead of 200: is the issuer spelled right?"
        )
      )
    }
    guard response.contentType != "text/html" else {
      throw .configuration(
        ConfigurationProblem(
          .discovery,
          "\(address) answered with an HTML page instead of JSON: is the issuer spelled right?"
        )
      )
    }
    do throws(JSONFailure) {
      return try JSONDocument(parsing: response.body)
    } catch {
      throw .configuration(
        ConfigurationProblem(.discovery, "\(address) is not usable JSON: \(error)")
      )
    }
  }

  /// Best effort: no document, another issuer or a fault in it is as good as no endpoint.
  private func revocationEndpoint(of issuerURL: HTTPURL, issuer: String) async -> HTTPURL? {
    guard let address = WellKnown.authorizationServer(of: issuerURL),
      let document = try? await document(at: address),
      !document.root.hasDuplicateMembers,
      document.root["issuer"]?.string()?.utf8.elementsEqual(issuer.utf8) == true,
      let text = document.root["revocation_endpoint"]?.string()
    else { return nil }
    return EndpointURL.parse(text)
  }
}
