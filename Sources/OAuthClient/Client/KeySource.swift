internal import HTTP
internal import JOSE
internal import JSON

/// The provider's keys: fetched when needed, again when one is missing or may have been replaced, at most once a minute.
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

  /// The keys fetched anew because one was not among them, or may have been replaced.
  ///
  /// - Parameter isDoubtful: Whether that is not certain, as with a signature that does not match: keys that were fetched
  ///   less than a minute ago are taken for the provider's then.
  /// - Returns: Nil if that was done less than a minute ago.
  /// - Throws: Why they could not be fetched.
  func renewed(isDoubtful: Bool = false) async throws(OAuthError) -> JWKSet? {
    // The first fetch of a sign-in happened just before; what counts is that a renewal is not repeated.
    guard !isRecent(renewedAt), !isDoubtful || !isRecent(fetchedAt) else { return nil }
    renewedAt = transport.clock.now()
    return try await fetch()
  }

  private var renewedAt: Double = -.infinity
  private var fetchedAt: Double = -.infinity

  /// A moment that is still to come was told by a clock that has been put right since.
  private func isRecent(_ time: Double) -> Bool {
    (0..<60).contains(transport.clock.now() - time)
  }

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
      fetchedAt = transport.clock.now()
      return read
    } catch {
      throw .configuration(
        ConfigurationProblem(.discovery, "the provider's keys at \(address) are unusable: \(error)")
      )
    }
  }
}
