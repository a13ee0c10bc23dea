#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What all requests of a client share.
package struct ClientConfiguration: Sendable {
  /// A PEM file whose authorities are trusted beside the system's own.
  package var caFile: String?
  /// A proxy for everything but loopback, such as `http://proxy.example:3128`; may hold a password, so it is shown
  /// by ``proxyShown`` only.
  package var proxy: String?
  /// Whether nothing at all may be sent.
  package var isOffline: Bool
  /// The User-Agent header.
  package var userAgent: String
  /// Connections to one host at the most; further requests queue.
  package var connectionsPerHost: Int
  /// Told after every exchange, on any thread; for `--verbose`.
  package var onExchange: (@Sendable (Exchange) -> Void)?

  /// Makes a configuration.
  package init(
    caFile: String? = nil,
    proxy: String? = ClientConfiguration.proxyFromEnvironment(),
    offline: Bool = false,
    userAgent: String = "appauth-migrate",
    connectionsPerHost: Int = 16,
    onExchange: (@Sendable (Exchange) -> Void)? = nil
  ) {
    self.caFile = caFile
    self.proxy = proxy
    self.isOffline = offline
    self.userAgent = userAgent
    self.connectionsPerHost = connectionsPerHost
    self.onExchange = onExchange
  }

  /// The value of `https_proxy` or `HTTPS_PROXY`; `no_proxy` is heeded by libcurl.
  package static func proxyFromEnvironment() -> String? {
    for name in ["https_proxy", "HTTPS_PROXY"] {
      if let value = unsafe getenv(name) {
        let text = unsafe String(cString: value)
        if !text.isEmpty { return text }
      }
    }
    return nil
  }

  /// The proxy without its credentials, for the plan and for `--verbose`.
  package var proxyShown: String? {
    proxy.map { proxy in
      let start = proxy.firstRange(of: "://")?.upperBound ?? proxy.startIndex
      guard let at = proxy.lastIndex(of: "@"), at >= start else { return proxy }
      return String(proxy[..<start] + proxy[proxy.index(after: at)...])
    }
  }
}
