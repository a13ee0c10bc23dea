import Secrets

/// Every way in which a file may spell a token, but for letters that are escaped: see ``UnescapedText``.
enum TokenSpellings {
  static func all(of token: SecretBytes) -> [(ResidueSearch.Spelling, SecretBytes)] {
    token.withBytes { bytes in
      var spellings: [(ResidueSearch.Spelling, SecretBytes)] = [
        (.raw, token),
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
      // What needs no escape anywhere is spelled in one way only.
      let percent = PercentCoding.encode(bytes, isUpper: false)
      guard percent.count > bytes.count else { return spellings }
      // A parameter that holds an address with a parameter.
      for once in [percent, PercentCoding.encode(bytes)] {
        once.withBytes { append(base64Of: $0, to: &spellings) }
      }
      json(bytes).withBytes { json in
        append(base64Of: json, to: &spellings)
        spellings += [(.hex, Hex.encode(json)), (.hex, Hex.encode(json, isUpper: true))]
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

  /// As JSON has it, its slashes with a backslash.
  private static func json(_ bytes: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 2) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        switch bytes[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
          output.append(UInt8(ascii: "\\"))
        default: break
        }
        output.append(bytes[at])
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
