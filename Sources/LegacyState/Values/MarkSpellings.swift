/// How an encoded value spells a word that stands somewhere in it.
enum MarkSpellings {
  /// The word itself, between zeros as UTF-16 has it, and in base64.
  static func all(of word: StaticString) -> [[UInt8]] {
    let bytes = Array(word.description.utf8)
    return [bytes, wide(bytes)] + (0..<3).map { base64(bytes, alignment: $0) }
  }

  /// In both byte orders of UTF-16 the letters have zeros between them; the outer ones differ and are left out.
  private static func wide(_ word: [UInt8]) -> [UInt8] {
    Array(word.map { [$0] }.joined(separator: [0]))
  }

  /// The characters that depend on the word alone if `alignment` bytes stand before it in its group of three.
  ///
  /// Words of ASCII letters give letters and digits only, which both alphabets have alike.
  private static func base64(_ word: [UInt8], alignment: Int) -> [UInt8] {
    let firstBit = alignment * 8
    let characters = (firstBit + 5) / 6..<(firstBit + word.count * 8) / 6
    return characters.map { character in
      var value = 0
      for bit in character * 6..<character * 6 + 6 {
        let position = bit - firstBit
        value = value << 1 | Int(word[position / 8] >> UInt8(7 - position % 8) & 1)
      }
      return Base64.character(value)
    }
  }
}
