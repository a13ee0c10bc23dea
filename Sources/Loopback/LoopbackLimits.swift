/// What anyone on this machine may cost us.
package struct LoopbackLimits: Hashable, Sendable {
  /// Connections at a time; before they are all in use, a new one ends the one that has been silent the longest.
  package var connections: Int
  /// Bytes of the request line and the header lines together.
  package var headerBytes: Int
  /// Bytes of a request's body.
  package var bodyBytes: Int
  /// Seconds after which a silent connection is closed.
  package var idleSeconds: Int

  /// Makes limits; the defaults suit a redirect receiver.
  package init(
    connections: Int = 128,
    headerBytes: Int = 64 << 10,
    bodyBytes: Int = 64 << 10,
    idleSeconds: Int = 15
  ) {
    self.connections = connections
    self.headerBytes = headerBytes
    self.bodyBytes = bodyBytes
    self.idleSeconds = idleSeconds
  }
}
