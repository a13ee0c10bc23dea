/// What one exchange may cost.
package struct Limits: Hashable, Sendable {
  /// Bytes of the body, counted after decompression.
  package var bodyBytes: Int
  /// Bytes of all header lines together.
  package var headerBytes: Int
  /// Seconds until the connection stands, TLS included.
  package var connectSeconds: Double
  /// Seconds for the whole exchange.
  package var totalSeconds: Double

  /// Makes limits; the defaults suit every document of an authorization server.
  package init(
    bodyBytes: Int = 1 << 20,
    headerBytes: Int = 64 << 10,
    connectSeconds: Double = 10,
    totalSeconds: Double = 30
  ) {
    self.bodyBytes = bodyBytes
    self.headerBytes = headerBytes
    self.connectSeconds = connectSeconds
    self.totalSeconds = totalSeconds
  }
}
