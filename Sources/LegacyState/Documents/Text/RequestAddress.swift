/// Where a token request went: the nearest address before its token, if nothing stands between that is another's.
///
/// It may also stand in one of the lines before, where a program that logs its requests writes the method; behind the
/// token only in the same object of JSON, or among the arguments of the same command.
struct RequestAddress {
  /// How far from the request's line its address may stand.
  private static let reach = 4 << 10

  private let request: RefreshRequest
  private let token: RequestParameter
  private let line: RequestLine

  init(of request: RefreshRequest, _ token: RequestParameter, _ line: RequestLine) {
    self.request = request
    self.token = token
    self.line = line
  }

  /// The address, without its parameters.
  func text(in bytes: Span<UInt8>) -> String? {
    let (own, outer) = before(bytes)
    guard let place = own ?? behind(bytes) ?? outer else { return nil }
    return String(decoding: place.map { bytes[$0] }, as: UTF8.self)
  }

  /// The nearest before the token, and the nearest outside of the object that the token is in.
  private func before(_ bytes: Span<UInt8>) -> (own: Range<Int>?, outer: Range<Int>?) {
    let isFirst = line.hasStart && request.start == line.range.lowerBound
    let limit = isFirst ? max(0, request.start - Self.reach) : request.start
    var (ended, begun) = (0, false)
    for at in (limit..<max(limit, token.range.lowerBound)).reversed() {
      switch bytes[at] {
      case UInt8(ascii: "}"): ended += 1
      case UInt8(ascii: "{"):
        begun = begun || ended == 0
        ended = max(0, ended - 1)
      case UInt8(ascii: "["):
        // What stands before a list of objects is not one object's.
        if begun, ended == 0, Self.beginsObjects(bytes, at) { return (nil, nil) }
      case UInt8(ascii: ":") where ended == 0:
        guard let place = Self.address(bytes, at) else { continue }
        return begun ? (nil, place) : (place, nil)
      default:
        if RequestWord(bytes, at: at) != nil || at < line.range.lowerBound && isMark(bytes, at) {
          return (nil, nil)
        }
      }
    }
    return (nil, nil)
  }

  /// The first behind the token.
  private func behind(_ bytes: Span<UInt8>) -> Range<Int>? {
    guard request.isCommand || isQuoted(bytes) else { return nil }
    let isLast = request.end == line.range.upperBound && line.settled == request.end
    let limit =
      isLast && !request.isCommand ? min(bytes.count, request.end + Self.reach) : request.end
    var depth = 0
    for at in token.range.upperBound..<max(limit, token.range.upperBound) {
      switch bytes[at] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: ";"):
        if request.isCommand, at + 1 == bytes.count || bytes[at + 1] <= 0x20 { return nil }
      case UInt8(ascii: ":") where depth == 0:
        if let place = Self.address(bytes, at),
          request.isCommand || Self.isMember(bytes, place.lowerBound)
        {
          return place
        }
      default:
        let isOver = at >= line.range.upperBound && isMark(bytes, at)
        if isOver || RequestWord(bytes, at: at) != nil { return nil }
      }
    }
    return nil
  }

  /// Whether the form that the token is in ends with a quote.
  private func isQuoted(_ bytes: Span<UInt8>) -> Bool {
    for at in token.range.upperBound..<max(request.end, token.range.upperBound) {
      switch bytes[at] {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "{"), UInt8(ascii: "}"), 0x0A: return false
      default: continue
      }
    }
    return false
  }

  /// Whether a list of objects begins at a bracket.
  private static func beginsObjects(_ bytes: Span<UInt8>, _ bracket: Int) -> Bool {
    var at = bracket + 1
    while at < bytes.count, at - bracket < 64, bytes[at] <= 0x20 { at += 1 }
    return at < bytes.count && bytes[at] == UInt8(ascii: "{")
  }

  /// Whether a parameter of another request stands there.
  private func isMark(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    bytes.matches("grant_type=", at: at) || bytes.matches("refresh_token=", at: at)
  }

  /// Whether a place is the value of a member of JSON, perhaps behind backslashes.
  private static func isMember(_ bytes: Span<UInt8>, _ place: Int) -> Bool {
    var at = place - 1
    guard at >= 0, bytes[at] == UInt8(ascii: "\"") else { return false }
    at -= 1
    while at >= 0, bytes[at] == UInt8(ascii: "\\") || bytes[at] == 0x20 { at -= 1 }
    return at >= 0 && bytes[at] == UInt8(ascii: ":")
  }

  /// The address around a colon, if it is one that a request may go to.
  private static func address(_ bytes: Span<UInt8>, _ colon: Int) -> Range<Int>? {
    guard bytes.matches("://", at: colon) else { return nil }
    let isSecure = bytes.matches("https", at: colon - 5)
    guard isSecure || bytes.matches("http", at: colon - 4) else { return nil }
    let start = colon - (isSecure ? 5 : 4)
    var end = colon + 3
    while end < bytes.count, end - start <= 1024, RequestParameter.isInValue(bytes[end]),
      bytes[end] != UInt8(ascii: "?"), bytes[end] != UInt8(ascii: "#")
    {
      end += 1
    }
    guard end > colon + 3, end - start <= 1024, !isOther(bytes, start) else { return nil }
    return start..<end
  }

  /// Whether the name before an address says that it is none of the request's own.
  private static func isOther(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    var at = start
    while at > 0, start - at < 8, isSign(bytes[at - 1]) { at -= 1 }
    guard at < start else { return false }
    return others.contains { name in
      let first = at - name.utf8.count
      guard first >= 0 else { return false }
      return zip(first..<at, name.utf8).allSatisfy { bytes[$0] | 0x20 == $1 | 0x20 }
    }
  }

  /// Ends of names, whatever their case.
  private static let others = [
    "redirect_uri", "redirecturi", "origin", "referer", "scope", "resource", "audience",
  ]

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x20: true
    default: false
    }
  }
}
