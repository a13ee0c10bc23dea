import Secrets

/// Encoded text that was broken into lines, as Android's `Base64.DEFAULT` does, without a document around it.
enum EncodedLines {
  /// Programs that break encoded text into lines make none shorter.
  private static let shortest = 60

  /// Where text ends that goes on in lines, each as long as the first of them but the last; the place itself if it does
  /// not go on.
  ///
  /// - Parameters:
  ///   - place: Behind the first line, before which anything may stand.
  ///   - bytes: The page.
  /// - Returns: Behind the last letter.
  static func end(ofTextThatGoesOnAt place: Int, in bytes: Span<UInt8>) -> Int {
    var end = place
    var length: Int?
    while let start = lineStart(behind: end, in: bytes) {
      var at = start
      while at < bytes.count, isLetter(bytes[at]) { at += 1 }
      guard at > start, at - start <= length ?? Int.max else { break }
      guard length == nil || at - start == length else { return at }
      if length == nil, at - start < shortest {
        // The last of two lines.
        return place >= shortest ? at : place
      }
      length = at - start
      end = at
    }
    return end
  }

  private static func lineStart(behind end: Int, in bytes: Span<UInt8>) -> Int? {
    var at = end
    if at < bytes.count, bytes[at] == 0x0D { at += 1 }
    guard at < bytes.count, bytes[at] == 0x0A else { return nil }
    return at + 1
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    Base64.value(byte) != nil || byte == UInt8(ascii: "=")
  }

  /// The text without its line ends.
  static func joined(_ text: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: text.count) { (output: inout OutputSpan<UInt8>) in
      for at in text.indices where text[at] != 0x0A && text[at] != 0x0D { output.append(text[at]) }
    }
  }
}
