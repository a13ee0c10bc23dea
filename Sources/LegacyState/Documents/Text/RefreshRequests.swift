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

  private static let mark: StaticString = "refresh_token="
  private static let table = MarkTable([MarkTable.Word(mark)], by: "_")
  private static let separator = UInt8(ascii: "&")

  /// Reads those whose first refresh token stands in a range.
  static func read(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var from = own.lowerBound
    var floor = 0
    while let request = layer.bytes.withBytes({
      next(in: $0, from: from, notBefore: floor, before: own.upperBound)
    }) {
      let start = floor
      (from, floor) = (request.upperBound, request.upperBound)
      let state = layer.bytes.withBytes { bytes -> LegacyAuthState? in
        guard request.lowerBound >= own.lowerBound || isFirst(own.lowerBound, in: bytes, request)
        else { return nil }
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
    notBefore floor: Int,
    before limit: Int
  ) -> Range<Int>? {
    var hit: Int?
    let end = min(limit + mark.utf8CodeUnitCount - 1, bytes.count)
    guard from < end else { return nil }
    _ = table.any(in: bytes, from..<end) { word in
      hit = word.lowerBound
      return true
    }
    guard let hit else { return nil }
    var start = hit
    while start > floor, hit - start < reach, !endsLine(bytes, start - 1) { start -= 1 }
    var last = hit
    while last < bytes.count, last - hit < reach, !endsLine(bytes, last) { last += 1 }
    return start..<last
  }

  /// Whether no refresh token of a request stands before a place: then it was read with what lies there.
  private static func isFirst(
    _ place: Int,
    in bytes: Span<UInt8>,
    _ request: Range<Int>
  ) -> Bool {
    let end = min(place + mark.utf8CodeUnitCount - 1, request.upperBound)
    return !table.any(in: bytes, request.lowerBound..<max(end, request.lowerBound)) { _ in true }
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
      token.withBytes({ TokenShape.mayBeCredential($0) }), !isFilledIn(line)
    else { return nil }
    var state = LegacyAuthState(
      looseAt: locator,
      contentDigest: Fingerprint(of: line)
    )
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

  /// Whether what stands behind the name is an expression of a program, or was blackened: judged with the brackets in it,
  /// at which a value ends.
  private static func isFilledIn(_ line: Span<UInt8>) -> Bool {
    let length = mark.utf8CodeUnitCount
    for at in line.indices where line.matches(mark, at: at) {
      guard at == 0 || !isInName(line, at - 1) else { continue }
      let start = at + length
      var end = start
      while end < line.count, line[end] > 0x20, line[end] != separator,
        line[end] != UInt8(ascii: "\""), line[end] != UInt8(ascii: "'"),
        line[end] != UInt8(ascii: "`")
      {
        if line[end] == UInt8(ascii: "{") || line[end] == UInt8(ascii: "<")
          || line[end] == UInt8(ascii: "(")
        {
          return true
        }
        end += 1
      }
      return Placeholder.isOne(line.extracting(start..<end))
    }
    return false
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
