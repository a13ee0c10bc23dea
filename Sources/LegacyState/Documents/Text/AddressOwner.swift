/// What an address belongs to, told by what stands before it: a request that is sent, a command, or something else.
struct AddressOwner {
  private enum Kind {
    /// The method of a request with a body stands before it.
    case post
    /// A name does.
    case label
    /// It is an argument of a command that begins there.
    case command(Int)
    /// A request without a body, or an answer.
    case other
    case unknown
  }

  /// No more is looked at for the command.
  private static let reach = 2 << 10

  private let address: Range<Int>
  private let kind: Kind
  private let isTarget: Bool

  init(_ bytes: Span<UInt8>, of address: Range<Int>, from limit: Int) {
    self.address = address
    let label = AddressLabel(bytes, before: address.lowerBound)
    isTarget = label.isTarget(bytes)
    kind = Self.kind(bytes, address, label, from: limit)
  }

  /// Whether the request is the one with a token at a place, which stands in a line.
  func isRequest(at token: Int, in line: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    // In one URL.
    if (address.upperBound..<token).allSatisfy({ !RequestGap.endsForm(bytes[$0]) }) { return true }
    let isInLine = address.lowerBound >= line.lowerBound
    switch kind {
    case .other: return false
    case .post: return isInLine ? !hasAnswer(before: token, bytes) : true
    case .command(let start):
      guard isInLine else { return false }
      var quotes = CommandQuotes()
      var hasBody = false
      for at in start..<token {
        quotes.take(bytes[at])
        hasBody = hasBody || Self.isBody(bytes, at)
        if at >= address.upperBound, !quotes.isInside, Self.isPause(bytes, at) { return false }
      }
      return hasBody
    case .label: return isInLine ? !hasAnswer(before: token, bytes) : isTarget
    case .unknown:
      return isInLine && !(address.upperBound..<token).contains { Self.isPause(bytes, $0) }
    }
  }

  /// Whether something ends before the token, and more than the version of HTTP stands before that end.
  private func hasAnswer(before token: Int, _ bytes: Span<UInt8>) -> Bool {
    guard let pause = (address.upperBound..<token).first(where: { Self.isPause(bytes, $0) }) else {
      return false
    }
    var at = address.upperBound
    // What is left of the address.
    while at < pause, !RequestGap.endsForm(bytes[at]) { at += 1 }
    while at < pause, bytes[at] == 0x20 || RequestGap.endsForm(bytes[at]) { at += 1 }
    if bytes.matches("HTTP/", at: at) {
      while at < pause, bytes[at] != 0x20 { at += 1 }
    }
    while at < pause, bytes[at] == 0x20 { at += 1 }
    return at < pause
  }

  private static func isPause(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    bytes[at] == UInt8(ascii: ";") && (at + 1 >= bytes.count || bytes[at + 1] <= 0x20)
      && !bytes.matches("&amp", at: at - 4)
      && !headers.contains { bytes.matches($0, at: at + 2) }
  }

  /// Parameters that stand behind a semicolon in the header of a request.
  private static let headers: [StaticString] = ["charset=", "boundary=", "name=", "q=", "version="]

  /// Whether an argument begins that has a body behind it: `-d`, `--data-raw`, `-F`, `--post-data`.
  private static func isBody(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    guard bytes[at] == 0x20, bytes.matches("-", at: at + 1) else { return false }
    let arguments: [StaticString] = ["-d", "--data", "-F", "--form", "--post-", "--body", "--json"]
    return arguments.contains { bytes.matches($0, at: at + 1) }
  }

  private static func kind(
    _ bytes: Span<UInt8>,
    _ address: Range<Int>,
    _ label: AddressLabel,
    from limit: Int
  ) -> Kind {
    // OkHttp's line of an answer, and the command whose argument the address may be.
    var at = address.lowerBound
    let start = max(limit, address.lowerBound - reach)
    while at > start {
      at -= 1
      if bytes[at] == 0x0A, !bytes.matches("\\", at: at - 1), !bytes.matches("\\\r", at: at - 2) {
        break
      }
      if bytes.matches("<-- ", at: at) { return .other }
      guard let word = RequestWord(bytes, at: at) else { continue }
      if word == .command { return .command(at) }
      break
    }
    var word = address.lowerBound
    while word > limit, address.lowerBound - word < 4,
      [0x20, UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<")]
        .contains(bytes[word - 1])
    {
      word -= 1
    }
    if word < address.lowerBound {
      if ends(with: ["POST", "PUT", "PATCH"], bytes, at: word) { return .post }
      if ends(with: ["GET", "HEAD", "DELETE", "OPTIONS"], bytes, at: word) { return .other }
    }
    return label.isOne ? .label : .unknown
  }

  private static func ends(with words: [StaticString], _ bytes: Span<UInt8>, at end: Int) -> Bool {
    words.contains { word in
      let start = end - word.utf8CodeUnitCount
      return bytes.matches(word, at: start) && (start == 0 || bytes[start - 1] &- 0x41 >= 26)
    }
  }
}
