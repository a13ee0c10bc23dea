import Secrets

/// An element of an XML document whose text is the value.
struct XMLPlace: Place {
  let layer: Layer
  /// From `<` of the start tag to the byte behind the end tag.
  let element: Range<Int>
  let range: Range<Int>

  /// Takes each element out with its own indentation and line end, if it has its line for itself.
  static func removal(of places: [XMLPlace]) -> [ByteEdit] {
    places.map { ByteEdit(removing: $0.lineOrElement) }
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: range, with: XMLText.encode(content))
  }

  private var lineOrElement: Range<Int> {
    layer.bytes.withBytes { bytes in
      var start = element.lowerBound
      while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
      var end = element.upperBound
      if bytes.matches("\r\n", at: end) {
        end += 2
      } else if bytes.matches("\n", at: end) {
        end += 1
      }
      let startsLine = start == 0 || bytes[start - 1] == 0x0A
      return startsLine && end > element.upperBound ? start..<end : element
    }
  }
}
