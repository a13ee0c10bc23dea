/// Lays out compact JSON as ``JSON/JSONNode/encoded(pretty:)`` does, without building its values again.
enum IndentedJSON {
  /// Lays out a value.
  ///
  /// - Parameters:
  ///   - text: JSON without blanks outside of strings.
  ///   - level: How deep it stands in its document.
  /// - Returns: The same with line breaks and blanks.
  static func bytes(_ text: ArraySlice<UInt8>, level: Int) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count * 2)
    var level = level
    var at = text.startIndex
    while at < text.endIndex {
      let byte = text[at]
      if byte == UInt8(ascii: "\"") {
        let end = Self.end(ofStringAt: at, in: text)
        output.append(contentsOf: text[at..<end])
        at = end
      } else {
        at += 1
        output.append(byte)
        switch byte {
        case UInt8(ascii: ":"): output.append(UInt8(ascii: " "))
        case UInt8(ascii: ","): breakLine(&output, level)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          if at < text.endIndex, text[at] == byte + 2 {
            output.append(text[at])
            at += 1
          } else {
            level += 1
            breakLine(&output, level)
          }
        default: break
        }
      }
      // A bracket that closes stands on a line of its own.
      if at < text.endIndex, text[at] == UInt8(ascii: "}") || text[at] == UInt8(ascii: "]") {
        level -= 1
        breakLine(&output, level)
      }
    }
    return output
  }

  /// Behind the closing quote.
  private static func end(ofStringAt start: Int, in text: ArraySlice<UInt8>) -> Int {
    var at = start + 1
    while at < text.endIndex, text[at] != UInt8(ascii: "\"") {
      at += text[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(at + 1, text.endIndex)
  }

  private static let lineStart =
    [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: 64)

  private static func breakLine(_ output: inout [UInt8], _ level: Int) {
    let blanks = max(0, 2 * level)
    output.append(contentsOf: lineStart.prefix(1 + blanks))
    if blanks > 64 {
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: blanks - 64))
    }
  }
}
