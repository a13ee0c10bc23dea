import POSIX

/// Words as a shell reads them back.
package enum ShellWord {
  /// A word that every shell takes for exactly these bytes.
  ///
  /// - Parameter word: A word of a command line.
  /// - Returns: The word itself where nothing in it means anything to a shell; else in single quotes; and with
  ///   `$'…'` (bash, zsh, ksh) where a terminal would act on it, or it is not UTF-8.
  package static func quoted(_ word: Word) -> String {
    let text = word.text
    if !word.bytes.isEmpty, word.bytes.allSatisfy(isPlain) { return text }
    if Array(text.utf8) == word.bytes, text == text.neutralised {
      return "'" + text.replacing("'", with: #"'\''"#) + "'"
    }
    return "$'" + word.bytes.map(escaped).joined() + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "._-:/@+,%=".utf8.contains(byte)
    }
  }

  private static func escaped(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: #"\"#): #"\"# + String(UnicodeScalar(byte))
    case 0x20...0x7E: String(UnicodeScalar(byte))
    default:
      #"\x"# + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
