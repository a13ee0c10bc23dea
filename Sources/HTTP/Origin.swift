/// Scheme, host and port: what requests are limited by, and what may be told a token.
package struct Origin: Hashable, Sendable, CustomStringConvertible {
  /// `http` or `https`.
  package let scheme: String
  /// Lower case; an IPv6 address in brackets and in the spelling of RFC 5952.
  package let host: String
  /// The port, the scheme's own one filled in.
  package let port: Int

  /// Makes one of parts that are in their canonical spelling already.
  package init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// As a browser serialises it: the scheme's own port is left out.
  package var description: String {
    port == HTTPURL.standardPort(of: scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }
}
