internal import HTTP
internal import JOSE
internal import JSON

/// The provider's keys: fetched when needed, again on an unknown `kid`, at most once a minute.
actor KeySource {
  private let transport: OAuthTransport
  private let address: HTTPURL
  private var keys: JWKSet?

  init(transport: OAuthTransport, address: HTTPURL) {
    self.transport = transport
    self.address = address
  }

  /// The keys as known, or fetched now.
  func current() async throws(OAuthError) -> JWKSet {
    if let keys { return keys }
    return try await fetch()
  }

  /// The keys fetched anew because one was not among them; nil if that was done less than a minute ago.
  func renewed() async throws(OAuthError) -> JWKSet? {
    // The first fetch of a sign-in happened just before; what counts is that a renewal is not repeated.
    guard transport.clock.now() - renewedAt >= 60 else { return nil }
    renewedAt = transport.clock.now()
    return try await fetch()
  }

  private var renewedAt: Double = -.infinity

  private func fetch() async throws(OAuthError) -> JWKSet {
    var limits = Limits()
    limits.bodyBytes = 256 * 1024
    let response = try await transport.send(
      Request(
        url: address,
        headers: [.init("Accept", "application/jwk-set+json, application/json")],
        limits: limits
      ),
      policy: .reading,
      purpose: "reading the provider's keys"
    )
    if let wait = transport.waitError(for: response, origin: address.origin) { throw wait }
    guard response.status == 200 else {
      throw .recoverable(
        RecoverableFailure(.server, "the provider's keys at \(address) answered \(response.status)")
      )
    }
    do {
      let document = try JSONDocument(parsing: response.body)
      let read = try JWKSet(document.root)
      keys = read
      return read
    } catch {
      throw .configuration(
        ConfigurationProblem(.discovery, "the provider's keys at \(address) are unusable: \(error)")
      )
    }
  }
}
