/// Where a token request went: the nearest address before its token, if nothing stands between that is another's.
///
/// It may also stand in one of the lines before, where a program that logs its requests writes the method; behind the
/// token only in the same object of JSON, or among the arguments of the same command. An address that an
/// ``AddressOwner`` other than this request may have is nobody's.
struct RequestAddress {
  /// How far from the request's line its address may stand.
  private static let reach = 4 << 10

  /// Where a request stands, in whatever notation.
  struct Extent {
    /// Where what stands before it may belong to it, and up to where what stands behind it may.
    let start: Int
    let end: Int
    /// Whether it is made of the arguments of a command.
    let isCommand: Bool
    /// Its refresh token, from the name on.
    let token: Range<Int>
  }

  private let request: Extent
  private let line: RequestLine

  init(of request: Extent, _ line: RequestLine) {
    self.request = request
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
    for at in (limit..<max(limit, request.token.lowerBound)).reversed() {
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
        let owner = AddressOwner(bytes, of: place, from: limit)
        guard owner.isRequest(at: request.token.lowerBound, in: line.range, bytes) else {
          return (nil, nil)
        }
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
    var quotes = CommandQuotes()
    if request.isCommand, let start = command(bytes) {
      for at in start..<request.token.upperBound { quotes.take(bytes[at]) }
    }
    for at in request.token.upperBound..<max(limit, request.token.upperBound) {
      quotes.take(bytes[at])
      switch bytes[at] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth < 0, !request.isCommand { return nil }
      case UInt8(ascii: ";"):
        if request.isCommand, !quotes.isInside, at + 1 == bytes.count || bytes[at + 1] <= 0x20 {
          return nil
        }
      case UInt8(ascii: ":") where depth <= 0:
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

  /// Where the command begins that the token is an argument of.
  private func command(_ bytes: Span<UInt8>) -> Int? {
    (request.start..<max(request.start, request.token.lowerBound)).last {
      RequestWord(bytes, at: $0) == .command
    }
  }

  /// Whether the form that the token is in ends with a quote.
  private func isQuoted(_ bytes: Span<UInt8>) -> Bool {
    for at in request.token.upperBound..<max(request.end, request.token.upperBound) {
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
    guard end > colon + 3, end - start <= 1024,
      !AddressLabel(bytes, before: start).isOther(bytes)
    else { return nil }
    return start..<end
  }
}
