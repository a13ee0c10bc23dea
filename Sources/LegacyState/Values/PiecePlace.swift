import Secrets

/// A range of a layer without any punctuation of its own.
struct PiecePlace: Place {
  let layer: Layer
  let range: Range<Int>

  static func removal(of places: [PiecePlace]) -> [ByteEdit] {
    places.map { ByteEdit(removing: $0.range) }
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: range, with: content)
  }
}
