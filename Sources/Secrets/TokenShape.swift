/// What a token looks like, for names and texts that must not be shown if they are one.
package enum TokenShape {
  /// Three or five parts of base64url, the first of which starts like a JSON object.
  package static func isJWT(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > 8, bytes[0] == UInt8(ascii: "e"), bytes[1] == UInt8(ascii: "y") else {
      return false
    }
    var dots = 0
    for at in bytes.indices where bytes[at] == UInt8(ascii: ".") { dots += 1 }
    guard dots == 2 || dots == 4 else { return false }
    if isBase64URLWithDots(bytes) { return true }
    // An encrypted token has an empty part where there is no key.
    return bytes.indices.allSatisfy { at in
      let byte = bytes[at]
      return (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
  }

  /// Whether a name may be a token: base64url too long and too mixed to have been chosen by a person.
  package static func isSuspicious(_ bytes: Span<UInt8>) -> Bool {
    if bytes.count >= 24, bytes[0] == UInt8(ascii: "e"), bytes[1] == UInt8(ascii: "y"),
      bytes[2] == UInt8(ascii: "J")
    {
      return true
    }
    var run = Run()
    for at in bytes.indices {
      if run.take(bytes[at]) { return true }
    }
    return run.isToken
  }

  /// Whether a value in the place of a credential may be one, where nothing but its look can tell.
  ///
  /// Codes and tokens are visible ASCII without blanks (RFC 6749 appendix A); no ``Placeholder``, and neither the words
  /// of a label nor what has one case and no digit.
  package static func mayBeCredential(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 4, !Placeholder.isOne(bytes) else { return false }
    var hasDigit = false
    for at in bytes.indices {
      switch bytes[at] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hasDigit = true
      case 0x21...0x7E: continue
      default: return false
      }
    }
    return hasDigit || hasMixedWord(bytes)
  }

  /// Whether letters next to each other change their case as no word does: other than `word`, `Word` and `WORD`.
  private static func hasMixedWord(_ bytes: Span<UInt8>) -> Bool {
    var length = 0
    var uppers = 0
    for at in bytes.indices {
      switch bytes[at] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if length > uppers { return true }
        length += 1
        uppers += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        if uppers > 1 { return true }
        length += 1
      default:
        length = 0
        uppers = 0
      }
    }
    return false
  }

  /// A name that is safe to show: itself, or the fingerprint of what looks like a token.
  ///
  /// - Parameter name: A key, or the name of a file.
  /// - Returns: The text, invalid UTF-8 replaced.
  package static func shown(_ name: [UInt8]) -> String {
    guard isSuspicious(name.span) else { return String(decoding: name, as: UTF8.self) }
    return "sha256:" + Fingerprint(of: name.span).short
  }

  /// Whether there is nothing but base64url and single dots; looked at as a whole, as processors do it fastest.
  static func isBase64URLWithDots(_ bytes: Span<UInt8>) -> Bool {
    var isOther = false
    var last: UInt8 = 0
    for at in bytes.indices {
      let byte = bytes[at]
      let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
      let isDigit = byte &- UInt8(ascii: "0") < 10
      let isJoint = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      let isDot = byte == UInt8(ascii: ".")
      if !(isLetter || isDigit || isJoint || isDot) { isOther = true }
      if isDot, last == byte { isOther = true }
      last = byte
    }
    return !isOther
  }

  /// Counts in one run of base64url how often the class of character changes: often in noise, seldom in words.
  private struct Run {
    private var length = 0
    private var changes = 0
    /// How many groups of digits it has.
    private var numbers = 0
    private var classes: UInt8 = 0
    private var last: UInt8 = 0

    /// UUIDs have 36 characters of two classes and are the usual key of an account; `RCTAsyncLocalStorage_V1` has
    /// words and one number.
    var isToken: Bool {
      length >= 20 && classes == 0b111 && changes * 4 >= length
        && (numbers > 1 || changes * 5 >= length * 2)
    }

    /// Whether a run that was a token ends with this byte.
    mutating func take(_ byte: UInt8) -> Bool {
      let kind: UInt8 =
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 1
        case UInt8(ascii: "a")...UInt8(ascii: "z"): 2
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): 4
        case UInt8(ascii: "-"), UInt8(ascii: "_"): 8
        default: 0
        }
      guard kind != 0 else {
        defer { self = Run() }
        return isToken
      }
      length += 1
      if kind < 8 {
        if last != 0, kind != last { changes += 1 }
        if kind == 1, kind != last { numbers += 1 }
        classes |= kind
        last = kind
      }
      return false
    }
  }
}
