import Locks

/// What a client needs only once it sends: the thread, and the authorities it trusts.
final class Lazy: Sendable {
  private struct State {
    var driver: Driver?
    var roots: TrustedRoots?
  }

  private let state = Mutex(State())

  /// Prepares a transfer, starting the thread if it is the first.
  func transfer(
    _ request: Request,
    _ configuration: ClientConfiguration
  ) throws(TransportFailure) -> (Driver, Transfer) {
    guard let curl = CurlLibrary.loaded else { throw .curlMissing }
    let result = state.withLock { state -> Result<State, TransportFailure> in
      Result { () throws(TransportFailure) in
        if state.roots == nil, let file = configuration.caFile, request.url.scheme == "https" {
          state.roots = try TrustedRoots(adding: file, to: curl.systemRoots)
        }
        if state.driver == nil {
          state.driver = try Driver(curl, connectionsPerHost: configuration.connectionsPerHost)
        }
        return state
      }
    }
    let ready = try result.get()
    guard let driver = ready.driver else { throw .curlMissing }
    let transfer = try Transfer(
      request,
      configuration: configuration,
      roots: ready.roots,
      curl: curl
    )
    return (driver, transfer)
  }

  func stop() { state.withLock { $0.driver?.stop() } }
}
