import Secrets

/// A line of a file of settings that has a token or a client: `auth.refresh_token=…`, `export AUTH_REFRESH_TOKEN="…"`.
struct PropertyLine {
  enum Kind: CaseIterable {
    case refreshToken, accessToken, idToken, clientID

    /// The end of its name, without what joins the words.
    fileprivate var ending: [UInt8] {
      switch self {
      case .refreshToken: Array("refreshtoken".utf8)
      case .accessToken: Array("accesstoken".utf8)
      case .idToken: Array("idtoken".utf8)
      case .clientID: Array("clientid".utf8)
      }
    }
  }

  let kind: Kind
  /// What the name begins with, in small letters and without what joins the words.
  let prefix: [UInt8]
  /// From the name to the end of the value.
  let range: Range<Int>
  let value: Range<Int>
  /// Whether the line is one member of a printed response, too.
  let isPrinted: Bool

  private static let longestName = 96
  private static let longestValue = 16 << 10

  /// Nil if a line has none.
  init?(_ bytes: Span<UInt8>, _ line: Range<Int>) {
    let start = Self.nameStart(bytes, line)
    var end = start
    let limit = min(line.upperBound, start + Self.longestName)
    while end < limit, Self.isInName(bytes[end]) { end += 1 }
    var at = end
    while at < line.upperBound, bytes[at] == 0x20 { at += 1 }
    guard end > start, at < line.upperBound, bytes[at] == UInt8(ascii: "=") else { return nil }
    let name = (start..<end).compactMap { Self.isJoint(bytes[$0]) ? nil : bytes[$0] | 0x20 }
    guard let kind = Kind.allCases.first(where: { name.ends(with: $0.ending) }),
      let value = Self.value(bytes, at + 1..<line.upperBound)
    else { return nil }
    let content = bytes.extracting(value)
    guard kind == .clientID ? content.count <= 256 : PrintedMember.isToken(content) else {
      return nil
    }
    self.kind = kind
    self.value = value
    prefix = Array(name.dropLast(kind.ending.count))
    range = start..<value.upperBound
    isPrinted = Self.isPrinted(bytes, start..<end, kind)
  }

  /// Behind the word of a shell or the sign of a comment before the name.
  private static func nameStart(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Int {
    var start = skipSigns(bytes, line.lowerBound, line.upperBound)
    let words: [StaticString] = ["export ", "set ", "setx ", "ENV ", "ARG ", "declare -x ", "-e "]
    if let word = words.first(where: { bytes.matches($0, at: start) }) {
      start = skipSigns(bytes, start + word.utf8CodeUnitCount, line.upperBound)
    }
    return start
  }

  private static func skipSigns(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
    var at = start
    while at < end, at - start < 64, " \t#;/".utf8.contains(bytes[at]) { at += 1 }
    return at
  }

  /// What stands behind the sign, to the end of the line or of its quotes; without blanks in it.
  private static func value(_ bytes: Span<UInt8>, _ rest: Range<Int>) -> Range<Int>? {
    var (start, end) = (rest.lowerBound, rest.upperBound)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while start < end, bytes[end - 1] <= 0x20 || bytes[end - 1] == UInt8(ascii: ";") { end -= 1 }
    guard start < end, end - start <= longestValue else { return nil }
    if bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'") {
      guard let closing = bytes.firstIndex(of: bytes[start], in: start + 1..<end) else {
        return nil
      }
      (start, end) = (start + 1, closing)
    } else if let blank = (start..<end).first(where: { bytes[$0] <= 0x20 }) {
      // A comment may stand behind it, and nothing else.
      let rest = skipSigns(bytes, blank, end)
      guard rest > blank + 1, bytes[blank + 1] != 0x20 else { return nil }
      end = blank
    }
    return start < end ? start..<end : nil
  }

  private static func isPrinted(_ bytes: Span<UInt8>, _ name: Range<Int>, _ kind: Kind) -> Bool {
    var letters = 0
    var start = name.upperBound
    while start > name.lowerBound, letters < kind.ending.count {
      start -= 1
      if !isJoint(bytes[start]) { letters += 1 }
    }
    return PrintedMember(bytes, name: start..<name.upperBound) != nil
      && (start..<name.upperBound).contains { bytes[$0] >= 0x61 }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || isJoint(byte)
  }

  private static func isJoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ":")
  }
}

extension [UInt8] {
  fileprivate func ends(with other: [UInt8]) -> Bool {
    count >= other.count && self[(count - other.count)...].elementsEqual(other)
  }
}
