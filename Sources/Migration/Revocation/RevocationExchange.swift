internal import HTTP
internal import OAuthClient

/// What one request came to, waits that the provider asked for included.
enum RevocationExchange {
  case answered(Response)
  /// No answer; whether the request may have arrived.
  case unanswered(RevocationReason, mayHaveArrived: Bool)
}

extension Revoker {
  /// Sends a request; 429, and 503 with a time, are waited out and asked again.
  func exchange(_ request: Request, _ purpose: String, in run: RevocationRun) async
    -> RevocationExchange
  {
    var waits = 0
    while true {
      guard await run.waitTurn() else {
        return .unanswered(reason(of: run.stop), mayHaveArrived: false)
      }
      let asked: Double
      do throws(SendFailure) {
        let response = try await transport.attempt(request, policy: .never, purpose: purpose)
        guard let seconds = requestedSeconds(response, in: run) else { return .answered(response) }
        asked = seconds
      } catch {
        guard case .recoverable(let failure) = error.error, failure.code == .rateLimited else {
          return .unanswered(reason(of: error, in: run), mayHaveArrived: error.mayHaveArrived)
        }
        // Another worker was told to wait, and the transport holds this request back.
        asked = failure.retryAfter.map { $0 / .seconds(1) } ?? .infinity
      }
      // Who says "in a second" again and again would get thousands of requests in an hour.
      let least = Double(1 << min(waits / 10, 6))
      waits += 1
      guard await run.sitOut(max(asked, least), origin: "\(request.url.origin)") else {
        return .unanswered(reason(of: run.stop), mayHaveArrived: false)
      }
    }
  }

  private func requestedSeconds(_ response: Response, in run: RevocationRun) -> Double? {
    guard response.status == 429 || response.status == 503 else { return nil }
    switch response.requestedWait(now: run.clock.now()) {
    case nil: return nil
    case .wait(let duration): return duration / .seconds(1)
    case .stopForThisRun: return .infinity
    }
  }

  private func reason(of stop: RevocationStop?) -> RevocationReason {
    switch stop {
    case .askedToWait: RevocationReason(.wait)
    case .unavailable: RevocationReason(.server)
    case .ledger, .cancelled, nil: RevocationReason(.cancelled)
    }
  }

  private func reason(of failure: SendFailure, in run: RevocationRun) -> RevocationReason {
    switch failure.error {
    case .recoverable(let error) where error.code == .cancelled:
      run.stop(.cancelled)
      return RevocationReason(.cancelled)
    case .recoverable(let error) where error.code == .server:
      return RevocationReason(.server, detail: error.description)
    case .configuration(let problem):
      return RevocationReason(.configuration, detail: problem.description)
    default:
      return RevocationReason(.network, detail: failure.error.description)
    }
  }
}
