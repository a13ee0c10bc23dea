internal import HTTP
internal import JSON
package import OAuthClient
package import Secrets

/// Holds a provider and a registration against what the new client needs; nobody signs in.
package struct Preflight: Sendable {
  private let subject: PreflightSubject
  private let checks: [any PreflightCheck]

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - subject: What is checked.
  ///   - checks: Which checks.
  package init(
    _ subject: PreflightSubject,
    checks: [any PreflightCheck] = PreflightChecks.passive
  ) {
    self.subject = subject
    self.checks = checks
  }

  /// Asks the provider, and judges.
  ///
  /// - Parameter transport: Sends the few requests: one to three documents.
  /// - Returns: The report.
  package func run(over transport: OAuthTransport) async -> PreflightReport {
    let start = ContinuousClock.now
    let startedAt = transport.clock.now()
    let facts = await facts(over: transport)
    return await report(
      PreflightContext(facts: facts, transport: transport),
      startedAt: startedAt,
      start: start
    )
  }

  /// Judges a saved metadata document, and sends nothing.
  ///
  /// - Parameters:
  ///   - saved: The document's bytes.
  ///   - now: Seconds since 1970.
  /// - Returns: The report.
  package func run(saved: SecretBytes, now: Double) async -> PreflightReport {
    let start = ContinuousClock.now
    let facts = PreflightFacts(subject: subject, saved: saved)
    return await report(
      PreflightContext(facts: facts, transport: nil),
      startedAt: now,
      start: start
    )
  }

  private func report(
    _ context: PreflightContext,
    startedAt: Double,
    start: ContinuousClock.Instant
  ) async -> PreflightReport {
    let results = await withTaskGroup(of: (Int, PreflightResult).self) { group in
      for (place, check) in checks.enumerated() {
        group.addTask { (place, PreflightResult(check, await check.run(in: context))) }
      }
      return await group.reduce(into: [Int: PreflightResult]()) { $0[$1.0] = $1.1 }
    }
    return PreflightReport(
      facts: context.facts,
      checks: checks.indices.compactMap { results[$0] },
      startedAt: startedAt,
      seconds: (ContinuousClock.now - start) / .seconds(1)
    )
  }
}

extension Preflight {
  private func facts(over transport: OAuthTransport) async -> PreflightFacts {
    let discovery = await discovery(over: transport)
    let none = FetchedDocument(address: "", .notAsked("nothing made it necessary"))
    let first = PreflightFacts(
      subject: subject,
      discovery: discovery,
      authorizationServer: none,
      keySet: none
    )
    async let server = authorizationServer(first, over: transport)
    async let keys = keySet(first, over: transport)
    return PreflightFacts(
      subject: subject,
      discovery: discovery,
      authorizationServer: await server,
      keySet: await keys
    )
  }

  private func discovery(over transport: OAuthTransport) async -> FetchedDocument {
    guard let issuer = subject.issuer else {
      return FetchedDocument(address: "", .notAsked("endpoints are configured"))
    }
    guard let url = HTTPURL(issuer), url.isSecure, !url.hasUserInfo,
      let address = WellKnown.openIDConfiguration(of: url)
    else {
      let problem = ConfigurationProblem(
        .issuer,
        "the issuer is not an https URL (http only at 127.0.0.1 or [::1])"
      )
      return FetchedDocument(address: issuer, .unanswered(.configuration(problem)))
    }
    return await fetch(address, over: transport)
  }

  /// Only for the revocation endpoint, and only of the very issuer (RFC 8414 section 3.3).
  private func authorizationServer(
    _ facts: PreflightFacts,
    over transport: OAuthTransport
  ) async -> FetchedDocument {
    guard !facts.isConfigured, let metadata = facts.metadata,
      metadata["revocation_endpoint"]?.string() == nil,
      let url = metadata["issuer"]?.string().flatMap(HTTPURL.init), url.isSecure, !url.hasUserInfo,
      let own = subject.issuer.flatMap(HTTPURL.init), own.origin == url.origin,
      let address = WellKnown.authorizationServer(of: url)
    else { return FetchedDocument(address: "", .notAsked("nothing made it necessary")) }
    return await fetch(address, over: transport)
  }

  private func keySet(
    _ facts: PreflightFacts,
    over transport: OAuthTransport
  ) async -> FetchedDocument {
    guard let address = facts.endpoint("jwks_uri") else {
      return FetchedDocument(address: "", .notAsked("there is no usable jwks_uri"))
    }
    return await fetch(address, bytes: 256 << 10, over: transport)
  }

  private func fetch(
    _ address: HTTPURL,
    bytes: Int = 1 << 20,
    over transport: OAuthTransport
  ) async -> FetchedDocument {
    let before = transport.clock.now()
    do throws(OAuthError) {
      let response = try await transport.send(
        Request(
          url: address,
          headers: [.init("Accept", "application/json")],
          limits: Limits(bodyBytes: bytes, totalSeconds: 15)
        ),
        policy: .reading,
        purpose: "reading the provider's metadata"
      )
      let answer = FetchedDocument.Answer(
        status: response.status,
        type: response.contentType,
        location: response.headers["location"],
        date: response.date,
        isCached: response.headers["age"] != nil,
        time: (before + transport.clock.now()) / 2,
        wait: Self.wait(of: response, now: transport.clock.now()),
        body: response.body
      )
      return FetchedDocument(address: address.description, .answered(answer))
    } catch {
      return FetchedDocument(address: address.description, .unanswered(error))
    }
  }

  private static func wait(of response: Response, now: Double) -> Duration? {
    guard case .wait(let duration)? = response.requestedWait(now: now) else { return nil }
    return duration
  }
}
