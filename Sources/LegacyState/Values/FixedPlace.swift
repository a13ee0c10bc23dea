import Secrets

/// Where a value was found that cannot be written anew there: in a compressed block, a sealed value, a foreign format.
///
/// It gives edits that change nothing, so that a removal that was asked for all the same proves to have failed.
struct FixedPlace: Place {
  let layer: Layer
  let range: Range<Int>

  static func removal(of places: [FixedPlace]) -> [ByteEdit] { [] }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(removing: range.lowerBound..<range.lowerBound)
  }
}
