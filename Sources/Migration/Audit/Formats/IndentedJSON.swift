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
    var isString = false
    var at = text.startIndex
    while at < text.endIndex {
      let byte = text[at]
      at += 1
      output.append(byte)
      if isString {
        if byte == UInt8(ascii: "\\"), at < text.endIndex {
          output.append(text[at])
          at += 1
        }
        guard byte == UInt8(ascii: "\"") else { continue }
        isString = false
      } else {
        switch byte {
        case UInt8(ascii: "\""):
          isString = true
          continue
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

  private static func breakLine(_ output: inout [UInt8], _ level: Int) {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, 2 * level)))
  }
}
