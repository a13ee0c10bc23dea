/// Why no one could listen.
package enum LoopbackFailure: Error, Hashable, Sendable {
  /// A system library is missing.
  case libraryMissing(package: String)
  /// The port belongs to another process, or to the system.
  case portUnavailable(UInt16, reason: String)

  static var microHTTPDMissing: LoopbackFailure {
    #if canImport(Darwin)
    .libraryMissing(package: "libmicrohttpd (brew install libmicrohttpd)")
    #else
    .libraryMissing(package: "libmicrohttpd 12 (apt-get install libmicrohttpd12)")
    #endif
  }
}

extension LoopbackFailure: CustomStringConvertible {
  /// What happened and what to do next.
  package var description: String {
    switch self {
    case .libraryMissing(let package):
      "a system library is missing: install \(package)"
    case .portUnavailable(let port, let reason):
      port == 0
        ? "no port on the loopback address can be listened on (\(reason))"
        : "port \(port) on the loopback address cannot be listened on (\(reason)): end whatever uses "
          + "it, or choose another port"
    }
  }
}
