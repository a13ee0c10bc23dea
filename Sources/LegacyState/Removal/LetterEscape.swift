import POSIX
import Secrets

/// One letter as JSON and programs (`\u002B`, `\x2b`, `\/`), XML (`&#43;`, `&#x2B;`, `&amp;`) or URLs (`%2B`) write it.
///
/// Which letters are written so is every library's own choice; what a spelling means is not.
struct LetterEscape {
  /// The letter.
  let byte: UInt8
  /// Behind the escape.
  let end: Int
  let spelling: ResidueSearch.Spelling

  /// With what an escape begins.
  static let openings = ByteChoice([UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "%")])

  /// Nil if no escape stands there.
  ///
  /// In UTF-16 a zero stands between its letters.
  init?(_ bytes: Span<UInt8>, at start: Int) {
    let width = start + 1 < bytes.count && bytes[start + 1] == 0 ? 2 : 1
    let letters = Letters(start: start, width: width)
    guard let opening = letters.letter(0, bytes), let first = letters.letter(1, bytes) else {
      return nil
    }
    let read: (byte: UInt8, letters: Int)?
    switch opening {
    case UInt8(ascii: "\\"):
      spelling = .json
      read = Self.backslashed(first, letters, bytes)
    case UInt8(ascii: "&"):
      spelling = .xml
      read =
        first == UInt8(ascii: "#")
        ? Self.numbered(letters, bytes) : Self.named(first, letters, bytes)
    case UInt8(ascii: "%"):
      spelling = .percent
      read = letters.byte(ofDigitsAt: 1, bytes).map { ($0, 3) }
    default: return nil
    }
    guard let read else { return nil }
    byte = read.byte
    end = start + (read.letters - 1) * width + 1
  }

  /// The letters from the opening on.
  private struct Letters {
    let start: Int
    let width: Int

    func letter(_ number: Int, _ bytes: Span<UInt8>) -> UInt8? {
      let at = start + number * width
      guard at < bytes.count, width == 1 || number == 0 || bytes[at - 1] == 0 else { return nil }
      return bytes[at]
    }

    /// The byte that two hex digits spell.
    func byte(ofDigitsAt number: Int, _ bytes: Span<UInt8>) -> UInt8? {
      guard let high = letter(number, bytes).flatMap(Hex.value),
        let low = letter(number + 1, bytes).flatMap(Hex.value)
      else { return nil }
      return high << 4 | low
    }

    /// The number of a letter of ASCII that digits spell, and the place behind them.
    func number(
      at first: Int,
      isHex: Bool,
      most: Int,
      _ bytes: Span<UInt8>
    ) -> (value: UInt8, end: Int)? {
      var value = 0
      var at = first
      while at - first < most, let digit = letter(at, bytes).flatMap(Hex.value),
        isHex || digit < 10
      {
        value = value * (isHex ? 16 : 10) + Int(digit)
        at += 1
      }
      return at > first && value < 0x80 ? (UInt8(value), at) : nil
    }
  }

  /// `\u002B`, `\u{2B}`, `\x2B`, and what a backslash stands before only to be itself.
  ///
  /// A line end stays as it is: it is no letter of a token.
  private static func backslashed(
    _ first: UInt8,
    _ letters: Letters,
    _ bytes: Span<UInt8>
  ) -> (byte: UInt8, letters: Int)? {
    switch first {
    case UInt8(ascii: "x"): return letters.byte(ofDigitsAt: 2, bytes).map { ($0, 4) }
    case UInt8(ascii: "u"):
      if letters.letter(2, bytes) == UInt8(ascii: "{") {
        guard let number = letters.number(at: 3, isHex: true, most: 6, bytes),
          letters.letter(number.end, bytes) == UInt8(ascii: "}")
        else { return nil }
        return (number.value, number.end + 1)
      }
      guard let number = letters.number(at: 2, isHex: true, most: 4, bytes), number.end == 6 else {
        return nil
      }
      return (number.value, 6)
    // Behind these an escape of another kind begins, whose letter the backslash may belong to.
    case UInt8(ascii: "&"), UInt8(ascii: "%"): return nil
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: return (first, 2)
    default: return nil
    }
  }

  /// `&#43;`, `&#x2B;`.
  private static func numbered(
    _ letters: Letters,
    _ bytes: Span<UInt8>
  ) -> (byte: UInt8, letters: Int)? {
    let isHex = letters.letter(2, bytes).map { $0 | 0x20 } == UInt8(ascii: "x")
    guard let number = letters.number(at: isHex ? 3 : 2, isHex: isHex, most: 8, bytes),
      letters.letter(number.end, bytes) == UInt8(ascii: ";")
    else { return nil }
    return (number.value, number.end + 1)
  }

  /// What XML names, and what HTML names of the letters that tokens have.
  private static let names: [(name: [UInt8], byte: UInt8)] =
    ([
      ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("plus", "+"),
      ("sol", "/"), ("equals", "="), ("lowbar", "_"), ("period", "."), ("colon", ":"),
      ("percnt", "%"), ("bsol", "\\"),
    ] as [(String, Unicode.Scalar)])
    .map { name, letter in (Array(name.utf8) + [UInt8(ascii: ";")], UInt8(ascii: letter)) }

  private static func named(
    _ first: UInt8,
    _ letters: Letters,
    _ bytes: Span<UInt8>
  ) -> (byte: UInt8, letters: Int)? {
    for (name, byte) in names where name[0] == first {
      var number = 0
      while number < name.count, letters.letter(number + 1, bytes) == name[number] { number += 1 }
      if number == name.count { return (byte, name.count + 1) }
    }
    return nil
  }
}
