import Secrets

/// Every way in which a file may spell a token.
enum TokenSpellings {
  static func all(of token: SecretBytes) -> [(ResidueSearch.Spelling, SecretBytes)] {
    token.withBytes { bytes in
      var spellings: [(ResidueSearch.Spelling, SecretBytes)] = [
        (.raw, token),
        (.json, escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\/" : jsonEscape($0) }),
        (.xml, escaped(bytes, xmlReference)),
        (.percent, PercentCoding.encode(bytes)),
        (.hex, Hex.encode(bytes)),
        (.hex, Hex.encode(bytes, isUpper: true)),
        (.utf16LittleEndian, wide(bytes, zeroFirst: false)),
        (.utf16BigEndian, wide(bytes, zeroFirst: true)),
      ]
      append(base64Of: bytes, to: &spellings)
      for zeroFirst in [false, true] {
        wide(bytes, zeroFirst: zeroFirst).withBytes { wide in
          append(base64Of: wide, to: &spellings, hasOneAlphabet: true)
        }
      }
      // As some programs spell each character.
      spellings += [
        (.percent, each(bytes, "%", digits: 2)),
        (.percent, each(bytes, "%", digits: 2, isUpper: true)),
        (.json, each(bytes, "\\u", digits: 4)),
        (.json, each(bytes, "\\u", digits: 4, isUpper: true)),
        (.json, each(bytes, "\\x", digits: 2)),
        (.json, each(bytes, "\\x", digits: 2, isUpper: true)),
        (.xml, each(bytes, "&#x", digits: 2, ";")), (.xml, references(bytes)),
      ]
      // What needs no escape anywhere is spelled in one way only.
      let percent = PercentCoding.encode(bytes, isUpper: false)
      guard percent.count > bytes.count else { return spellings }
      spellings += [
        (.percent, percent), (.percent, slashed(bytes, isUpper: false)),
        (.percent, slashed(bytes, isUpper: true)),
        (.json, escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\\\\\/" : jsonEscape($0) }),
        (.json, escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\\\/" : jsonEscape($0) }),
        (.json, escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\u002f" : jsonEscape($0) }),
        (.json, escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\u002F" : jsonEscape($0) }),
        (.json, escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\x2f" : jsonEscape($0) }),
        (.json, escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\x2F" : jsonEscape($0) }),
        (.xml, escaped(bytes) { $0 == UInt8(ascii: "/") ? "&#47;" : xmlReference($0) }),
        (.xml, escaped(bytes) { $0 == UInt8(ascii: "/") ? "&#x2F;" : xmlReference($0) }),
        (.xml, escaped(bytes) { $0 == UInt8(ascii: "/") ? "&#x2f;" : xmlReference($0) }),
      ]
      spellings += [
        // As libraries write JSON that may stand in a web page.
        (.json, escaped(bytes) { webEscape($0) ?? jsonEscape($0) }),
        (
          .json,
          escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\/" : webEscape($0) ?? jsonEscape($0) }
        ),
      ]
      // A parameter that holds an address with a parameter.
      for once in [percent, PercentCoding.encode(bytes)] {
        once.withBytes { once in
          spellings.append((.percent, PercentCoding.encode(once)))
          append(base64Of: once, to: &spellings)
        }
      }
      let json = escaped(bytes) { $0 == UInt8(ascii: "/") ? "\\/" : jsonEscape($0) }
      json.withBytes { json in
        append(base64Of: json, to: &spellings)
        spellings += [
          (.hex, Hex.encode(json)), (.hex, Hex.encode(json, isUpper: true)),
          (.percent, PercentCoding.encode(json)),
          (.utf16LittleEndian, wide(json, zeroFirst: false)),
          (.utf16BigEndian, wide(json, zeroFirst: true)),
        ]
      }
      return spellings
    }
  }

  /// Adds base64 in each of its alignments; the letters of tokens, a zero beside each, need none of the last two letters.
  private static func append(
    base64Of bytes: Span<UInt8>,
    to spellings: inout [(ResidueSearch.Spelling, SecretBytes)],
    hasOneAlphabet: Bool = false
  ) {
    for alphabet in hasOneAlphabet ? [standardAlphabet] : [standardAlphabet, urlAlphabet] {
      for alignment in 0..<3 {
        spellings.append((.base64, base64(bytes, alignment, Array(alphabet.utf8))))
      }
    }
  }

  private static let standardAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  private static let urlAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

  private static func jsonEscape(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    default: nil
    }
  }

  private static func webEscape(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "="): "\\u003d"
    case UInt8(ascii: "&"): "\\u0026"
    case UInt8(ascii: "<"): "\\u003c"
    case UInt8(ascii: ">"): "\\u003e"
    case UInt8(ascii: "'"): "\\u0027"
    case UInt8(ascii: "+"): "\\u002b"
    default: nil
    }
  }

  private static func xmlReference(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }

  private static func escaped(
    _ bytes: Span<UInt8>,
    _ escape: (UInt8) -> StaticString?
  ) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 6) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        if let word = escape(bytes[at]) {
          for letter in word.description.utf8 { output.append(letter) }
        } else {
          output.append(bytes[at])
        }
      }
    }
  }

  /// Every byte as hex digits between the same words.
  private static func each(
    _ bytes: Span<UInt8>,
    _ before: StaticString,
    digits: Int,
    isUpper: Bool = false,
    _ behind: StaticString = ""
  ) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 8) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        for letter in before.description.utf8 { output.append(letter) }
        for _ in 2..<digits { output.append(UInt8(ascii: "0")) }
        output.append(Hex.digit(bytes[at] >> 4, isUpper: isUpper))
        output.append(Hex.digit(bytes[at] & 15, isUpper: isUpper))
        for letter in behind.description.utf8 { output.append(letter) }
      }
    }
  }

  /// Every byte as `&#114;`.
  private static func references(_ bytes: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 6) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        output.append(UInt8(ascii: "&"))
        output.append(UInt8(ascii: "#"))
        for power in [100, 10, 1] as [UInt8] where bytes[at] >= power {
          output.append(UInt8(ascii: "0") + bytes[at] / power % 10)
        }
        output.append(UInt8(ascii: ";"))
      }
    }
  }

  /// Percent-encoding that leaves slashes as they are.
  private static func slashed(_ bytes: Span<UInt8>, isUpper: Bool) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 3) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        guard bytes[at] != UInt8(ascii: "/") else {
          output.append(bytes[at])
          continue
        }
        PercentCoding.encode(bytes.extracting(at..<at + 1), isUpper: isUpper).withBytes { part in
          for place in part.indices { output.append(part[place]) }
        }
      }
    }
  }

  private static func wide(_ bytes: Span<UInt8>, zeroFirst: Bool) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 2) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        if zeroFirst { output.append(0) }
        output.append(bytes[at])
        if !zeroFirst { output.append(0) }
      }
    }
  }

  /// The characters that depend on the token alone if `alignment` bytes stand before it in its group of three.
  private static func base64(
    _ bytes: Span<UInt8>,
    _ alignment: Int,
    _ alphabet: [UInt8]
  ) -> SecretBytes {
    let firstBit = alignment * 8
    let lastBit = firstBit + bytes.count * 8
    let characters = (firstBit + 5) / 6..<lastBit / 6
    return SecretBytes(capacity: characters.count) { (output: inout OutputSpan<UInt8>) in
      for character in characters {
        var value = 0
        for bit in character * 6..<character * 6 + 6 {
          let position = bit - firstBit
          value = value << 1 | Int(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
        }
        output.append(alphabet[value])
      }
    }
  }
}
