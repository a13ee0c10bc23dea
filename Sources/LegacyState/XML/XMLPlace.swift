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
    layer.bytes.withBytes { XMLText.line(around: element, $0) }
  }
}
