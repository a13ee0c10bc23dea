/// Makes text that came from a file, a server or an argument safe to show.
///
/// Control characters could move the cursor or forge lines, bidi marks reorder what is read, line separators break
/// a row: each becomes U+FFFD. Length is bounded, because what came from outside may be megabytes.
package enum Neutral {
  /// The text as it may be shown.
  ///
  /// - Parameters:
  ///   - text: From outside.
  ///   - limit: The most scalars that are shown; what is cut off ends in `…`.
  /// - Returns: One line without anything that a terminal would act on.
  package static func text(_ text: String, limit: Int = 200) -> String {
    var shown = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < limit else {
        shown.append("…")
        break
      }
      shown.append(isHarmless(scalar) ? scalar : "\u{FFFD}")
      count += 1
    }
    return String(shown)
  }

  /// The same for bytes, of which nobody knows whether they are UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: From outside.
  ///   - limit: The most scalars that are shown.
  /// - Returns: One line; what is not UTF-8 is U+FFFD.
  package static func text(_ bytes: some Collection<UInt8>, limit: Int = 200) -> String {
    // Four bytes make a scalar at most, so nothing beyond can be shown anyway.
    text(String(decoding: bytes.prefix(4 * limit + 4), as: UTF8.self), limit: limit)
  }

  /// An argument in quotes, unless it looks like a secret: then only its length is told.
  ///
  /// - Parameter argument: A word of the command line.
  /// - Returns: `'audt'`, or `(43 characters, not shown)`.
  package static func quoted(_ argument: String) -> String {
    looksSecret(argument)
      ? "(\(argument.count) characters, not shown)" : "'\(text(argument, limit: 80))'"
  }

  /// Whether somebody may have pasted a token where a word was expected.
  ///
  /// Errs towards yes: a wrong yes only makes an error message shorter.
  ///
  /// - Parameter argument: A word of the command line.
  /// - Returns: True for a JWT, and for a long run without the marks of a path or an address.
  package static func looksSecret(_ argument: String) -> Bool {
    let bytes = argument.utf8
    if isJWT(argument) { return true }
    guard bytes.count >= 20 else { return false }
    var digits = 0
    var letters = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        letters += 1
      case UInt8(ascii: "/"), UInt8(ascii: " "), UInt8(ascii: ":"): return false
      default: break
      }
    }
    return digits >= 3 && letters >= 3
  }

  /// Whether the word has the shape of a JSON Web Token; a path can be told apart by a `./` before it.
  ///
  /// - Parameter argument: A word of the command line.
  /// - Returns: True for `eyJ….….…`.
  package static func isJWT(_ argument: String) -> Bool {
    argument.utf8.count >= 40 && argument.hasPrefix("eyJ")
      && argument.utf8.count(where: { $0 == UInt8(ascii: ".") }) >= 2
      && !argument.utf8.contains(UInt8(ascii: "/"))
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20...0x7E).contains(scalar.value) { return true }
    // Format characters are the bidi marks, joiners, tags and other invisible ones.
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return false
    default: return true
    }
  }
}
