import Secrets

/// A line of a JSON Lines file, taken out with its line end.
struct LinePlace: Place {
  let layer: Layer
  /// Without the line end.
  let range: Range<Int>

  static func removal(of places: [LinePlace]) -> [ByteEdit] {
    places.map { place in
      place.layer.bytes.withBytes { bytes in
        let end = place.range.upperBound
        return ByteEdit(removing: place.range.lowerBound..<min(end + 1, bytes.count))
      }
    }
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: range, with: content)
  }
}
