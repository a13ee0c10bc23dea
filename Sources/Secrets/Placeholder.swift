/// What people, templates and filters write in the place of a token.
///
/// The one judgment of this kind. It holds for everything that is read, a library's own format included, so it says yes
/// only to what no provider issues: a token is visible ASCII without blanks (RFC 6749 appendix A), and whoever draws
/// one at random does not draw words.
package enum Placeholder {
  /// No longer text is a name that a person chose.
  static let longestName = 40

  /// Whether a value in the place of a token is none.
  ///
  /// - Parameters:
  ///   - bytes: The value, decoded.
  ///   - isStored: Whether an app wrote it down for itself: what a provider for tests gives out may be made of words
  ///     then, as long as none of them says that a token is missing.
  /// - Returns: Whether it is a placeholder; false for an empty value.
  package static func isOne(_ bytes: Span<UInt8>, isStored: Bool = false) -> Bool {
    guard bytes.count > 0 else { return false }
    return isMarked(bytes) || isOneCharacter(bytes) || isSentence(bytes, needsSign: isStored)
      || !isStored && isMember(bytes)
      || !TokenShape.isBase64URLWithDots(bytes) && isReference(bytes)
  }

  /// Whether brackets, an expression or blackening show that a value is none, whatever else may stand in its place.
  ///
  /// A client secret is one that a person may have typed, and then it is a word.
  ///
  /// - Parameter bytes: The value, decoded.
  /// - Returns: Whether it is a placeholder beyond doubt.
  package static func isMarked(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 0 else { return false }
    if isFramed(bytes) || isLookUp(bytes) || PublishedExamples.contains(bytes) { return true }
    // No bracket, no sign of a variable, no star, no ellipsis: almost every token is done after this.
    return !TokenShape.isBase64URLWithDots(bytes)
      && (isBracketed(bytes) || hasTemplate(bytes) || isBlackened(bytes) || isJoined(bytes))
  }

  /// `<token>`, `[Filtered]`, `{token}`, `&lt;token&gt;`.
  private static func isBracketed(_ bytes: Span<UInt8>) -> Bool {
    let last = bytes.count - 1
    // Some write identifiers that were drawn at random in brackets.
    if last > 16, isNoise(bytes.extracting(1..<last)) { return false }
    switch (bytes[0], bytes[last]) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "["), UInt8(ascii: "]")): return true
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "("), UInt8(ascii: ")")):
      // An app may keep a token as a document of its own.
      return !bytes.indices.contains { bytes[$0] == UInt8(ascii: "\"") }
    default: return stands("&lt;", in: bytes, at: 0) && stands("&gt;", in: bytes, at: last - 3)
    }
  }

  /// Whether it was drawn at random: hex and joints alone, or what no person would choose.
  static func isNoise(_ bytes: Span<UInt8>) -> Bool {
    TokenShape.isSuspicious(bytes)
      || bytes.indices.allSatisfy { isHexDigit(bytes[$0]) || isJoint(bytes[$0]) }
        && bytes.indices.contains { isDigit(bytes[$0]) }
  }

  /// A name behind the sign of a variable: `$token`, `$env:TOKEN`, `@string/token`, `:token`, `%TOKEN%`, `%@`, `%1$s`.
  private static func isReference(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count <= longestName, !TokenShape.isSuspicious(bytes) else { return false }
    let rest = 1..<bytes.count
    switch bytes[0] {
    case UInt8(ascii: "$"), UInt8(ascii: "@"), UInt8(ascii: ":"):
      guard bytes.count > 1, isLetter(bytes[1]) || bytes[1] == UInt8(ascii: "_") else {
        return false
      }
      return rest.allSatisfy { isInPath(bytes[$0]) }
    case UInt8(ascii: "%"):
      let last = bytes[bytes.count - 1]
      guard bytes.count > 1, isLetter(last) || last == UInt8(ascii: "@") || last == bytes[0] else {
        return false
      }
      // Two of its characters may be a byte that was encoded.
      if bytes.count > 2, isHexDigit(bytes[1]), isHexDigit(bytes[2]), last != bytes[0] {
        return false
      }
      return rest.allSatisfy { at in
        let byte = bytes[at]
        return isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
          || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "*")
          || at == bytes.count - 1
      }
    default: return false
    }
  }

  /// An expression that a program puts a value in, in the midst of a text: `Bearer-${token}`, `{{ token }}`, `\(token)`.
  private static func hasTemplate(_ bytes: Span<UInt8>) -> Bool {
    for at in bytes.indices.dropLast() {
      switch (bytes[at], bytes[at + 1]) {
      case (UInt8(ascii: "$"), UInt8(ascii: "{")), (UInt8(ascii: "#"), UInt8(ascii: "{")),
        (UInt8(ascii: "%"), UInt8(ascii: "{")), (UInt8(ascii: "@"), UInt8(ascii: "{")),
        (UInt8(ascii: "!"), UInt8(ascii: "{")):
        if closes(UInt8(ascii: "}"), in: bytes, from: at + 2) { return true }
      case (UInt8(ascii: "{"), UInt8(ascii: "{")), (UInt8(ascii: "{"), UInt8(ascii: "%")):
        if closes(UInt8(ascii: "}"), in: bytes, from: at + 2) { return true }
      case (UInt8(ascii: "\\"), UInt8(ascii: "(")), (UInt8(ascii: "$"), UInt8(ascii: "(")):
        if closes(UInt8(ascii: ")"), in: bytes, from: at + 2) { return true }
      case (UInt8(ascii: "<"), UInt8(ascii: "%")):
        if closes(UInt8(ascii: ">"), in: bytes, from: at + 2) { return true }
      case (UInt8(ascii: "%"), UInt8(ascii: "@")): return bytes.count <= longestName
      case (UInt8(ascii: "%"), UInt8(ascii: "s")) where at == 0 || at + 2 == bytes.count:
        return bytes.count <= longestName
      default: continue
      }
    }
    return false
  }

  /// Whether a bracket is closed soon, with a name before it.
  private static func closes(_ bracket: UInt8, in bytes: Span<UInt8>, from start: Int) -> Bool {
    var hasLetter = false
    var at = start
    while at < bytes.count, at - start <= longestName {
      if bytes[at] == bracket { return hasLetter }
      if isLetter(bytes[at]) || isDigit(bytes[at]) { hasLetter = true }
      at += 1
    }
    return false
  }

  /// Whether a filter took the most of it away: `abcd****`, `eyJhbGci...`, `••••`.
  private static func isBlackened(_ bytes: Span<UInt8>) -> Bool {
    var stars = 0
    var run = 0
    var longest = 0
    var dots = 0
    for at in bytes.indices {
      let byte = bytes[at]
      if byte == UInt8(ascii: "*") {
        stars += 1
        run += 1
        longest = max(longest, run)
      } else {
        run = 0
      }
      dots = byte == UInt8(ascii: ".") ? dots + 1 : 0
      // Two of them stand in an encrypted token without a key, and three may by chance in the midst of a long one.
      if dots == 3, at + 1 == bytes.count || bytes.count <= longestName { return true }
      // U+2022, U+2026, U+25CF, U+2588: bullets, an ellipsis, a block.
      if byte == 0xE2, at + 2 < bytes.count {
        switch (bytes[at + 1], bytes[at + 2]) {
        case (0x80, 0xA2), (0x80, 0xA6), (0x97, 0x8F), (0x96, 0x88): return true
        default: break
        }
      }
    }
    // Microsoft's tokens have single ones, and some next to each other.
    return stars * 2 >= bytes.count || longest >= (bytes.count < 40 ? 3 : 6)
  }

  /// One character over and over, joints between: `xxxxx`, `XXXX-XXXX`, `00000000-0000-…`, `-----`.
  private static func isOneCharacter(_ bytes: Span<UInt8>) -> Bool {
    var only: UInt8?
    var count = 0
    for at in bytes.indices where !isJoint(bytes[at]) && bytes[at] != 0x20 {
      if let only, only != bytes[at] { return false }
      only = bytes[at]
      count += 1
    }
    guard let only else { return true }
    return count > 2 || !isLetter(only) && !isDigit(only)
  }

  /// Whether it is made of words alone that people write in such a place: `YOUR_REFRESH_TOKEN`, `Access token`.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - needsSign: Whether one of the words has to say that something is missing.
  /// - Returns: Whether it is.
  private static func isSentence(_ bytes: Span<UInt8>, needsSign: Bool) -> Bool {
    guard bytes.count <= longestName * 3 else { return false }
    // Three letters.
    if stands("n/a", in: bytes, at: 0) || stands("N/A", in: bytes, at: 0) {
      return bytes.count == 3
    }
    var words = 0
    var hasSign = false
    var isNumbered = false
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if isLetter(byte) {
        let end = wordEnd(bytes, at)
        guard isKnown(bytes, at..<end) else { return false }
        hasSign = hasSign || signs.contains((at..<end).map { bytes[$0] | 0x20 })
        words += 1
        at = end
      } else if isDigit(byte) {
        // Of numbers only those that count up are nobody's: `token123`.
        let start = at
        while at < bytes.count, isDigit(bytes[at]) { at += 1 }
        let countsUp =
          (3...9).contains(at - start)
          && (start..<at).allSatisfy { bytes[$0] == UInt8(ascii: "1") + UInt8($0 - start) }
        guard !countsUp else { continue }
        // `YOUR_TOKEN_2`.
        guard at - start <= 2 else { return false }
        isNumbered = true
      } else if isJoint(byte) || byte == 0x20 || isPunctuation(byte) {
        at += 1
      } else {
        return false
      }
    }
    // One short word alone says nothing.
    return words > 0 && (hasSign || !needsSign && !isNumbered && bytes.count > 3)
  }

  /// Words by which a person or a filter says that no token stands here.
  private static let signs: Set<[UInt8]> = Set(
    """
    blank changeme deleted empty enter fill filtered fixme hidden insert invalid lorem masked missing
    nil none null omitted paste placeholder put redacted removed replace scrubbed stripped tbd todo
    undefined unknown unset your yours
    """
    .split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
  )

  /// Where a word ends, as names in programs join them: `yourToken`, `IDToken`.
  private static func wordEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, isLetter(bytes[end]) {
      let startsWord =
        isUpper(bytes[end])
        && (!isUpper(bytes[end - 1])
          || end + 1 < bytes.count && isLetter(bytes[end + 1]) && !isUpper(bytes[end + 1]))
      if startsWord { break }
      end += 1
    }
    return end
  }

  private static func isKnown(_ bytes: Span<UInt8>, _ word: Range<Int>) -> Bool {
    guard word.count <= 12 else { return false }
    let first = bytes[word.lowerBound] | 0x20
    if word.count > 2, word.allSatisfy({ bytes[$0] | 0x20 == first }) { return true }
    return words.contains(word.map { bytes[$0] | 0x20 })
  }

  private static let words: Set<[UInt8]> = Set(
    """
    a abc access accesstoken actual add an and any app appauth auth authorization bar base bearer blank by
    change changeme client code content copy credential current data default demo deleted do dummy
    empty encrypted enter example fake false fill filtered fixme foo for from generated get goes
    has hash hidden here id ident idtoken in insert invalid is issued it jwt key lorem masked me missing
    mock my new nil no none not null of oauth obtained oidc old omitted one opaque or paste
    placeholder please private provide put random real received redacted refresh refreshed
    refreshtoken removed
    replace response returned sample scrubbed secret server set should some something stored
    string stripped stub tbd temp test text that the there this to todo token tokens true type
    undefined unknown unset uri url use user valid value var with without xx xyz you your yours
    """
    .split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
  )

  static func stands(_ text: StaticString, in bytes: Span<UInt8>, at start: Int) -> Bool {
    let letters = Array(text.description.utf8)
    guard start >= 0, start + letters.count <= bytes.count else { return false }
    return letters.indices.allSatisfy { bytes[start + $0] == letters[$0] }
  }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 6
  }

  static func isJoint(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "'"),
      UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
