import Secrets

/// Finds requests with a refresh token (RFC 6749 section 6) in a log: as the body of a form, in a URL, and as the
/// arguments of a command.
///
/// What stands in one line, or in lines that a backslash joins, is one request; the address is in it, or in one of the
/// lines before, where a program that logs its requests writes the method.
enum RefreshRequests {
  /// No request is longer in front of its refresh token, or behind.
  private static let reach = 16 << 10
  /// How far before the request its address may stand.
  private static let reachOfAddress = 4 << 10

  private static let table = MarkTable([MarkTable.Word("refresh_token=")], by: "_")
  private static let separator = UInt8(ascii: "&")

  /// Reads those that begin before `limit`.
  static func read(
    _ layer: Layer,
    before limit: Int,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var from = 0
    while let request = layer.bytes.withBytes({ next(in: $0, from: from, before: limit) }) {
      let start = from
      from = request.upperBound
      let state = layer.bytes.withBytes { bytes -> LegacyAuthState? in
        let place = FixedPlace(layer: layer, range: request)
        return read(bytes, request, addressFrom: start, context.locator([], at: place))
      }
      if let state { try emit(.state(state, [])) }
    }
  }

  /// The line, or the joined lines, in which the next refresh token stands.
  private static func next(
    in bytes: Span<UInt8>,
    from: Int,
    before limit: Int
  ) -> Range<Int>? {
    var hit: Int?
    _ = table.any(in: bytes, from..<min(limit, bytes.count)) { word in
      hit = word.lowerBound
      return true
    }
    guard let hit else { return nil }
    var start = hit
    while start > from, hit - start < reach, !endsLine(bytes, start - 1) { start -= 1 }
    var end = hit
    while end < bytes.count, end - hit < reach, !endsLine(bytes, end) { end += 1 }
    return start..<end
  }

  /// Whether a line ends at a byte, and no backslash before it says that it goes on.
  private static func endsLine(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    guard bytes[at] == 0x0A else { return false }
    let last = at > 0 && bytes[at - 1] == 0x0D ? at - 2 : at - 1
    return last < 0 || bytes[last] != UInt8(ascii: "\\")
  }

  private static func read(
    _ bytes: Span<UInt8>,
    _ request: Range<Int>,
    addressFrom: Int,
    _ locator: Locator
  ) -> LegacyAuthState? {
    let line = bytes.extracting(request)
    guard let grant = value(of: "grant_type=", in: line),
      grant.withBytes({
        $0.count == 13 && $0.matches("refresh_token", at: 0)
      }), let token = value(of: "refresh_token=", in: line),
      token.withBytes({ TokenShape.mayBeCredential($0) })
    else { return nil }
    var state = LegacyAuthState(
      library: .unknown,
      format: .tokenResponse,
      confidence: .low,
      locator: locator,
      contentDigest: Fingerprint(of: line)
    )
    state.removal = .wholeFile
    state.refreshToken = LegacyToken(role: .refresh, secret: token)
    state.clientID = value(of: "client_id=", in: line).flatMap { text($0) }
    if let secret = value(of: "client_secret=", in: line), !secret.isEmpty {
      state.clientSecret = LegacyToken(role: .clientSecret, secret: secret)
    }
    state.scopes = value(of: "scope=", in: line).flatMap { text($0) }?.scopeValues ?? []
    let before = max(addressFrom, request.lowerBound - reachOfAddress)..<request.lowerBound
    state.tokenEndpoint = address(in: line) ?? address(in: bytes.extracting(before))
    return state
  }

  /// The value behind a name, percent-encoding undone; of several the first, since a name behind it is somebody else's.
  private static func value(of name: StaticString, in line: Span<UInt8>) -> SecretBytes? {
    let length = name.utf8CodeUnitCount
    for at in line.indices where line.matches(name, at: at) {
      guard at == 0 || !isInName(line, at - 1) else { continue }
      var end = at + length
      while end < line.count, isInValue(line, end) { end += 1 }
      return PercentCoding.decode(line.extracting(at + length..<end), isForm: true)
    }
    return nil
  }

  /// Whether a byte is part of a longer name; the separator may be written as an escape of JSON.
  private static func isInName(_ line: Span<UInt8>, _ at: Int) -> Bool {
    switch line[at] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      !line.matches("u0026", at: at - 4)
    default: false
    }
  }

  private static func isInValue(_ line: Span<UInt8>, _ at: Int) -> Bool {
    switch line[at] {
    case separator, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\\"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"):
      false
    case 0x21...0x7E: true
    default: false
    }
  }

  private static func text(_ value: SecretBytes) -> String? {
    guard (1...1024).contains(value.count) else { return nil }
    return value.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// The last address in a text, without its parameters.
  private static func address(in text: Span<UInt8>) -> String? {
    for at in text.indices.reversed() where text.matches("://", at: at) {
      let isSecure = at >= 5 && text.matches("https", at: at - 5)
      guard isSecure || at >= 4 && text.matches("http", at: at - 4) else { continue }
      let start = at - (isSecure ? 5 : 4)
      var end = at + 3
      while end < text.count, isInValue(text, end), text[end] != UInt8(ascii: "?"),
        text[end] != UInt8(ascii: "#")
      {
        end += 1
      }
      guard end > at + 3, end - start <= 1024 else { continue }
      return String(decoding: (start..<end).map { text[$0] }, as: UTF8.self)
    }
    return nil
  }
}
