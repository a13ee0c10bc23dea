internal import HTTP

/// What one request to a resource may cost.
public struct RequestLimits: Sendable, Hashable {
  /// Bytes of the answer's body, counted after decompression.
  public var bodyBytes: Int
  /// Bytes of all header lines of the answer together.
  public var headerBytes: Int
  /// Seconds until the connection stands, TLS included.
  public var connectSeconds: Double
  /// Seconds for one exchange; a repeated request has them anew.
  public var totalSeconds: Double

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - bodyBytes: Of the answer, after decompression; 1 MiB by default.
  ///   - headerBytes: Of the answer's header; 64 KiB by default.
  ///   - connectSeconds: Until the connection stands.
  ///   - totalSeconds: For one exchange.
  public init(
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

  var transport: Limits {
    Limits(
      bodyBytes: max(0, bodyBytes),
      headerBytes: max(0, headerBytes),
      connectSeconds: connectSeconds,
      totalSeconds: totalSeconds
    )
  }
}
