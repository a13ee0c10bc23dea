import Secrets

/// What has come in of one answer: header lines and body, both counted against their bounds.
struct Inflow {
  private(set) var headers = HeaderFields()
  /// Which bound was passed, if one was.
  private(set) var exceeded: TransportFailure?
  private var chunks: [[UInt8]] = []
  private var bodyCount = 0
  private var headerCount = 0
  private let limits: Limits

  init(limits: Limits) { self.limits = limits }

  /// Whether the header is behind it.
  var hasBody: Bool { !chunks.isEmpty }

  /// Takes one header line; false ends the transfer.
  mutating func header(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    headerCount += line.count
    guard headerCount <= limits.headerBytes else {
      exceeded = .headerTooLarge(limit: limits.headerBytes)
      return false
    }
    // The lines of an interim answer (100, 103) come first; only the last answer's count.
    if line.starts(with: "HTTP/".utf8) {
      headers = HeaderFields()
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      let end = line.lastIndex { $0 != 0x0D && $0 != 0x0A } ?? colon
      let name = String(decoding: line[..<colon], as: UTF8.self)
      let value = String(decoding: line[colon...end].dropFirst(), as: UTF8.self)
      headers.append(name, String(value.trimmingSpaces()))
    }
    return true
  }

  /// Takes decoded bytes of the body; false ends the transfer.
  mutating func body(_ bytes: some Collection<UInt8>) -> Bool {
    guard bodyCount + bytes.count <= limits.bodyBytes else {
      exceeded = .tooLarge(limit: limits.bodyBytes)
      wipeBody()
      return false
    }
    bodyCount += bytes.count
    // One array a chunk: a growing one would leave unwiped copies behind.
    chunks.append(Array(bytes))
    return true
  }

  /// Hands the body over; nothing of it stays here.
  mutating func takeBody() -> SecretBytes {
    let body = SecretBytes(capacity: bodyCount) { output in
      for chunk in chunks { for byte in chunk { output.append(byte) } }
    }
    wipeBody()
    return body
  }

  mutating func wipeBody() {
    for index in chunks.indices { wipe(&chunks[index]) }
    chunks = []
    bodyCount = 0
  }
}
