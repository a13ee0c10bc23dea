import Secrets

/// Finds requests with a refresh token whose whole body was percent-encoded once more, as a parameter of something else.
enum EncodedRequests {
  private static let table = MarkTable([MarkTable.Word("refresh_token%")], by: "_")
  /// No body is longer in front of its refresh token, or behind.
  private static let reach = 16 << 10
  /// How often a body may have been encoded.
  private static let mostLayers = 4

  /// Whether one may be among the bytes.
  static func mayOccur(in bytes: Span<UInt8>) -> Bool {
    table.any(in: bytes, 0..<bytes.count) { isMark(bytes, $0.upperBound) }
  }

  /// Reads those whose refresh token stands in a range.
  static func read(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var from = own.lowerBound
    // Where the last one ended, which has nothing of the next.
    var last = 0
    while let hit = layer.bytes.withBytes({ next(in: $0, from: from, before: own.upperBound) }) {
      let word = layer.bytes.withBytes { Self.word(in: $0, around: hit, from: last) }
      from = max(word.upperBound, hit + 1)
      let states = layer.bytes.withBytes { bytes in
        Self.states(in: bytes, word, behind: last, context, layer)
      }
      for state in states { try emit(.state(state, [])) }
      last = word.upperBound
    }
  }

  private static func states(
    in bytes: Span<UInt8>,
    _ word: Range<Int>,
    behind last: Int,
    _ context: ValueContext,
    _ layer: Layer
  ) -> [LegacyAuthState] {
    var body = PercentCoding.decode(bytes.extracting(word))
    var layers = 1
    while layers < mostLayers, body.withBytes({ mayOccur(in: $0) }) {
      body = body.withBytes { PercentCoding.decode($0) }
      layers += 1
    }
    let locator = context.locator([], at: FixedPlace(layer: layer, range: word))
    return body.withBytes { text in
      let inner = RequestLine(text)
      let requests = RefreshRequest.all(in: text, inner)
      return requests.compactMap { request in
        guard let token = request[.refreshToken],
          var state = RefreshRequests.state(of: request, in: text, at: locator)
        else { return nil }
        state.tokenEndpoint = RequestAddress(of: request.extent(of: token), inner).text(in: text)
        if state.tokenEndpoint == nil, requests.count == 1 {
          let line = RequestLine(bytes, around: word.lowerBound)
          let extent = RequestAddress.Extent(
            start: max(line.range.lowerBound, last),
            end: word.upperBound,
            isCommand: false,
            token: word
          )
          state.tokenEndpoint = RequestAddress(of: extent, line).text(in: bytes)
        }
        return state
      }
    }
  }

  private static func next(in bytes: Span<UInt8>, from: Int, before limit: Int) -> Int? {
    var hit: Int?
    let end = min(limit + 13, bytes.count)
    guard from < limit, from < end else { return nil }
    _ = table.any(in: bytes, from..<end) { word in
      guard isMark(bytes, word.upperBound) else { return false }
      hit = word.lowerBound
      return true
    }
    return hit
  }

  /// Whether an equals sign goes on behind a percent sign, encoded once or more often.
  static func isMark(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    var at = start
    while at - start < 2 * mostLayers, bytes.matches("25", at: at) { at += 2 }
    return bytes.matches("3D", at: at) || bytes.matches("3d", at: at)
  }

  /// The letters around that percent-encoding leaves, and its own.
  private static func word(in bytes: Span<UInt8>, around hit: Int, from floor: Int) -> Range<Int> {
    var start = hit
    while start > max(floor, hit - reach), isInWord(bytes[start - 1]) { start -= 1 }
    var end = hit
    while end < min(bytes.count, hit + reach), isInWord(bytes[end]) { end += 1 }
    return start..<end
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "%"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "!"), UInt8(ascii: "("), UInt8(ascii: ")"):
      true
    default: false
    }
  }
}
