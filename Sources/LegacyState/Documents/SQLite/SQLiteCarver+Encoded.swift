import Secrets

extension SQLiteCarver {
  /// The encoded values with marks in a part of a page: base64, hex, or percent-encoding, in lines or not.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - range: The part that belongs to nothing.
  ///   - next: Gives the page that a text goes on to.
  /// - Returns: Each as it stands in the page, and with what it may go on to.
  mutating func encoded(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    next: (Int) -> SQLitePage?
  ) -> [(here: Text, whole: Text?)] {
    var found: [(here: Text, whole: Text?)] = []
    let part = bytes.extracting(range)
    var at = 0
    while let word = EncodedWords.next(in: part, from: at, before: part.count) {
      at = EncodedLines.end(ofTextThatGoesOnAt: word.upperBound, in: part)
      let place = word.lowerBound + range.lowerBound..<at + range.lowerBound
      let here = EncodedLines.joined(bytes.extracting(place))
      guard here.withBytes({ Marks.mayOccur(in: $0) }) else { continue }
      // Only what reaches the last bytes of a cell goes on somewhere.
      let number = place.upperBound + 4 <= bytes.count ? Int(bytes.uint32(at: place.upperBound)) : 0
      var whole: Text?
      if number > 0, number < 1 << 24 {
        var raw = place.map { bytes[$0] }
        append(from: number, to: &raw, next)
        let text = SecretBytes(wiping: &raw)
        if text.count > place.count {
          let all = text.withBytes { Self.upToControl($0) }
          whole = Text(
            bytes: all.withBytes { EncodedLines.joined($0) },
            offset: place.lowerBound
          )
        }
      }
      found.append((Text(bytes: here, offset: place.lowerBound), whole))
    }
    return found
  }
}
