package import HTTP
internal import Locks
internal import POSIX

/// Sends one protocol request: repeats it where that is safe, obeys `Retry-After`, and says failures in OAuth terms.
package final class OAuthTransport: Sendable {
  package let clock: OAuthClock
  /// What servers want in proofs of possession.
  package let nonces = ProofNonces()
  private let client: Client
  private let longestExchange: Double
  private let holds = Mutex<[Origin: OriginWait]>([:])

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - client: Sends.
  ///   - clock: Time and chance.
  ///   - longestExchange: Seconds after which an exchange is given up, even where its request allows more.
  package init(
    client: Client,
    clock: OAuthClock = .system,
    longestExchange: Double = .infinity
  ) {
    self.client = client
    self.clock = clock
    self.longestExchange = longestExchange
  }

  /// Sends `request` and repeats it as `policy` allows.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - policy: When to send it again.
  ///   - purpose: In words for a person.
  ///   - proof: Put on it, anew each time; a server that asks for a nonce is asked once more.
  /// - Returns: The answer, whatever its status.
  /// - Throws: `.recoverable` when the provider cannot be reached or asks to wait; `.configuration` for what no
  ///   repetition mends (TLS, an insecure address, a missing library).
  package func send(
    _ request: Request,
    policy: RetryPolicy,
    purpose: String,
    proof: RequestProof? = nil
  ) async throws(OAuthError) -> Response {
    do throws(SendFailure) {
      return try await attemptTwice(request, policy: policy, purpose: purpose, proof: proof)
    } catch {
      throw error.error
    }
  }

  /// As ``attempt(_:policy:purpose:proof:)``, and once more where the server has done nothing but ask for a nonce in the
  /// proof (RFC 9449 sections 8 and 9).
  package func attemptTwice(
    _ request: Request,
    policy: RetryPolicy,
    purpose: String,
    proof: RequestProof?
  ) async throws(SendFailure) -> Response {
    let response = try await attempt(request, policy: policy, purpose: purpose, proof: proof)
    guard let proof, proof.wantsNonce(response) else { return response }
    return try await attempt(request, policy: policy, purpose: purpose, proof: proof)
  }

  /// As ``send(_:policy:purpose:proof:)``, for requests where it matters whether the server may have acted, and without a
  /// second one for a nonce.
  package func attempt(
    _ request: Request,
    policy: RetryPolicy,
    purpose: String,
    proof: RequestProof? = nil
  ) async throws(SendFailure) -> Response {
    let origin = request.url.origin
    var request = request
    request.limits.totalSeconds = min(request.limits.totalSeconds, longestExchange)
    var attempt = 1
    var waited = Duration.zero
    // A server that fails says nothing of what it did before.
    var isOpen = false
    while true {
      if let held = heldError(origin) { throw SendFailure(error: held, mayHaveArrived: isOpen) }
      let sent: Request
      do throws(OAuthError) {
        sent = try proven(request, proof)
      } catch {
        throw SendFailure(error: error, mayHaveArrived: isOpen)
      }
      let outcome: RetryPolicy.Outcome
      let result: Result<Response, TransportFailure>
      do throws(TransportFailure) {
        let response = try await client.send(sent)
        if let proof { nonces.note(response, of: proof.audience, at: origin) }
        result = .success(response)
        let wait = response.requestedWait(now: clock.now())
        hold(origin, for: wait, status: response.status)
        if response.status < 400 { return response }
        isOpen = isOpen || response.status >= 500 && response.status != 503
        outcome = .status(response.status, Self.limiting(response.status) ? wait : nil)
      } catch {
        isOpen = isOpen || error.mayHaveArrived
        result = .failure(error)
        outcome = .failure(error)
      }
      let decision = policy.decision(
        attempt: attempt,
        outcome: outcome,
        waited: waited,
        jitter: clock.jitter()
      )
      guard case .wait(let pause) = decision else {
        switch result {
        case .success(let response): return response
        case .failure(let failure):
          throw SendFailure(
            error: Self.meaning(of: failure, origin: origin, purpose),
            mayHaveArrived: isOpen,
            isTooLarge: failure.isTooLarge
          )
        }
      }
      do {
        try await clock.sleep(pause)
      } catch {
        throw SendFailure(error: .recoverable(.cancelled), mayHaveArrived: isOpen)
      }
      releaseHold(origin)
      waited += pause
      attempt += 1
    }
  }

  private func proven(_ request: Request, _ proof: RequestProof?) throws(OAuthError) -> Request {
    guard let proof else { return request }
    return try proof.added(
      to: request,
      nonce: nonces.nonce(for: proof.audience, at: request.url.origin),
      now: clock.now()
    )
  }

  /// The error for a 429, or a 503 that asks to wait; nil for every other status.
  package func waitError(for response: Response, origin: Origin) -> OAuthError? {
    guard Self.limiting(response.status) else { return nil }
    let now = clock.now()
    let left = holds.withLock { $0[origin].map { max(0, $0.end(at: now) - now) } }
    return .recoverable(
      RecoverableFailure(
        response.status == 429 ? .rateLimited : .server,
        waitText(origin: origin, status: response.status, seconds: left),
        retryAfter: left.flatMap { $0.isFinite ? .seconds($0) : nil }
      )
    )
  }

  /// Whether an origin asked for a wait that is not over.
  package func isHeld(_ origin: Origin) -> Bool { heldError(origin) != nil }

  /// The waits that are not over and have an end, in a stable order.
  package var waits: [OriginWait] {
    let now = clock.now()
    return holds.withLock { holds in
      for (origin, wait) in holds where wait.until.isFinite {
        holds[origin] = wait.resumed(at: now)
      }
      return holds.values.filter(\.until.isFinite)
    }
    .sorted { ($0.until, "\($0.origin)") < ($1.until, "\($1.origin)") }
  }

  /// Goes on with waits that another process was asked for.
  package func resume(_ waits: [OriginWait]) {
    let now = clock.now()
    for wait in waits.compactMap({ $0.resumed(at: now) }) { hold(wait) }
  }

  private static func limiting(_ status: Int) -> Bool { status == 429 || status == 503 }

  private func heldError(_ origin: Origin) -> OAuthError? {
    let now = clock.now()
    let held = holds.withLock { holds -> OriginWait? in
      // One that has no end stays for this run.
      guard let wait = holds[origin], wait.until.isFinite else { return holds[origin] }
      holds[origin] = wait.resumed(at: now)
      return holds[origin]
    }
    guard let held else { return nil }
    let left = held.end(at: now) - now
    return .recoverable(
      RecoverableFailure(
        .rateLimited,
        waitText(origin: origin, status: nil, seconds: left),
        retryAfter: left.isFinite ? .seconds(left) : nil
      )
    )
  }

  private func hold(_ origin: Origin, for wait: RequestedWait?, status: Int) {
    guard let wait, Self.limiting(status) else { return }
    let now = clock.now()
    let until: Double
    switch wait {
    case .wait(let duration): until = now + duration.seconds
    case .stopForThisRun: until = .infinity
    }
    hold(OriginWait(origin: origin, since: now, until: until))
  }

  private func hold(_ wait: OriginWait) {
    let now = clock.now()
    holds.withLock { holds in
      guard let held = holds[wait.origin] else {
        holds[wait.origin] = wait
        return
      }
      let isSame = (held.since, held.until) == (wait.since, wait.until)
      let (old, new) = (held.end(at: now), wait.end(at: now))
      // Of two that were asked for the longer one holds; the same one is not counted anew a second time.
      if isSame ? new < old : new > old { holds[wait.origin] = wait }
    }
  }

  private func releaseHold(_ origin: Origin) {
    let now = clock.now()
    holds.withLock { holds in
      if let wait = holds[origin], wait.end(at: now) <= now { holds[origin] = nil }
    }
  }

  private func waitText(origin: Origin, status: Int?, seconds: Double?) -> String {
    let asked = status.map { " (\($0))" } ?? ""
    guard let seconds else { return "\(origin) is overloaded\(asked): try again later" }
    guard seconds.isFinite else {
      return
        "\(origin) asks to wait more than 7 days, or for a time that cannot be read\(asked): nothing more is sent there in this run"
    }
    // No wait is longer than days, and both are rounded up: what is named is never too early.
    let left = Int64(seconds.rounded(.up))
    let until = CalendarTime(utc: Int64(clock.now().rounded(.up)) + left).iso8601
    let what = status == nil ? "nothing was sent there" : "try again then"
    return "\(origin) asks to wait \(left) s, until \(until)\(asked): \(what)"
  }

  private static func meaning(
    of failure: TransportFailure,
    origin: Origin,
    _ purpose: String
  ) -> OAuthError {
    switch failure {
    case .cancelled: .recoverable(.cancelled)
    case .libraryMissing:
      .configuration(ConfigurationProblem(.library, failure.description))
    case .tls:
      .configuration(ConfigurationProblem(.tls, "\(purpose) at \(origin): \(failure.description)"))
    case .insecure, .invalidURL, .offline:
      .configuration(ConfigurationProblem(.member, "\(purpose): \(failure.description)"))
    case .tooLarge, .headerTooLarge:
      .recoverable(RecoverableFailure(.server, "\(purpose) at \(origin): \(failure.description)"))
    default:
      .recoverable(RecoverableFailure(.network, "\(purpose) at \(origin): \(failure.description)"))
    }
  }
}

/// A request that brought no answer.
package struct SendFailure: Error, Sendable {
  package let error: OAuthError
  /// Whether the server may have got the request, and acted on it.
  package let mayHaveArrived: Bool
  /// Whether there was one that passed its bound.
  package var isTooLarge = false
}

extension TransportFailure {
  fileprivate var isTooLarge: Bool {
    switch self {
    case .tooLarge, .headerTooLarge: true
    default: false
    }
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
