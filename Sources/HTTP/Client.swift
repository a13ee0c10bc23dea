internal import Locks

/// Sends requests; the safe face of libcurl.
///
/// Nothing is decided here but safety: https, or http to a loopback literal; no redirect is followed, no cookie or
/// password file used, everything that comes in is bounded. Connections are kept and shared by all requests of a
/// client.
package final class Client: Sendable {
  /// What it was made with.
  package let configuration: ClientConfiguration
  private let parts: Lazy

  /// Makes a client; libcurl is loaded, and a thread started, by the first request.
  package init(configuration: ClientConfiguration = ClientConfiguration()) {
    self.configuration = configuration
    self.parts = Lazy()
  }

  deinit { parts.stop() }

  /// Sends a request and waits for the whole answer.
  ///
  /// Cancelling the task aborts the transfer.
  ///
  /// - Parameter request: What to send.
  /// - Returns: The answer, whatever its status.
  /// - Throws: Why none came.
  package func send(_ request: Request) async throws(TransportFailure) -> Response {
    let start = ContinuousClock.now
    let result = await exchange(request)
    if let observe = configuration.onExchange {
      let elapsed = (ContinuousClock.now - start) / .milliseconds(1)
      observe(
        Exchange(
          method: request.method,
          url: request.url.withoutQuery,
          result: result.map(\.status),
          milliseconds: elapsed
        )
      )
    }
    return try result.get()
  }

  private func exchange(_ request: Request) async -> Result<Response, TransportFailure> {
    let driver: Driver
    let transfer: Transfer
    do throws(TransportFailure) {
      try check(request.url)
      (driver, transfer) = try parts.transfer(request, configuration)
    } catch {
      return .failure(error)
    }
    if Task.isCancelled { return .failure(.cancelled) }
    let outcome = await withTaskCancellationHandler {
      await withResumption { continuation in
        transfer.wait(continuation)
        driver.start(transfer)
      }
    } onCancel: {
      driver.cancel(transfer)
    }
    // Or the thread could be stopped while its last transfer runs.
    return withExtendedLifetime(self) { outcome }
  }

  private func check(_ url: HTTPURL) throws(TransportFailure) {
    if configuration.isOffline { throw .offline }
    guard !url.hasUserInfo else {
      throw .invalidURL("a user name stands before the host \(url.host)")
    }
    guard url.isSecure else { throw .insecure(host: url.host) }
  }
}
