package import HTTP

/// Listens on a loopback address, and on nothing else; the safe face of libmicrohttpd.
///
/// One thread of libmicrohttpd's moves the bytes of all connections; a request that is complete is handed to the
/// handler as a task of its own, and its connection sleeps until the answer is there, so neither a silent connection
/// nor a slow handler holds up another.
package final class LoopbackServer: Sendable {
  /// Which loopback address.
  package enum Address: String, Sendable, CaseIterable {
    /// 127.0.0.1.
    case ipv4 = "127.0.0.1"
    /// ::1.
    case ipv6 = "[::1]"
  }

  /// Answers a request.
  package typealias Handler = @Sendable (LoopbackRequest) async -> LoopbackResponse

  /// The address listened on.
  package let address: Address
  /// The port listened on.
  package let port: UInt16
  private let listener: Listener

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - address: Which loopback address.
  ///   - port: The port; 0 for any that is free.
  ///   - limits: What is accepted.
  ///   - handler: Answers each request; several run at the same time.
  /// - Throws: If the port is taken or the library missing.
  package init(
    address: Address = .ipv4,
    port: UInt16 = 0,
    limits: LoopbackLimits = LoopbackLimits(),
    handler: @escaping Handler
  ) throws(LoopbackFailure) {
    guard let library = MicroHTTPDLibrary.loaded else { throw .microHTTPDMissing }
    self.listener = try Listener(
      library,
      address: address,
      port: port,
      limits: limits,
      handler: handler
    )
    self.address = address
    self.port = listener.port
  }

  deinit { listener.stop() }

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package var origin: Origin {
    Origin(scheme: "http", host: address.rawValue, port: Int(port))
  }

  /// Waits until every answer under way has been written; takes no new connection meanwhile.
  ///
  /// - Parameter limit: Waits no longer than this.
  package func drain(atMost limit: Duration = .seconds(2)) async {
    listener.quiesce()
    let deadline = ContinuousClock.now + limit
    while listener.activeRequests > 0, ContinuousClock.now < deadline {
      do { try await Task.sleep(for: .milliseconds(2)) } catch { return }
    }
  }

  /// Closes the port and every connection; answers under way are cut off.
  ///
  /// Doing it twice is fine.
  package func stop() { listener.stop() }
}
