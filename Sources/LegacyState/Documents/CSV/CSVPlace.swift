import Secrets

/// A cell of comma-separated values.
struct CSVPlace: Place {
  let layer: Layer
  /// With its quotes.
  let outer: Range<Int>
  let range: Range<Int>

  /// A cell that goes stays as an empty one, so that the columns keep their places.
  static func removal(of places: [CSVPlace]) -> [ByteEdit] {
    places.map { ByteEdit(removing: $0.outer) }
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: outer, with: Self.quoted(content))
  }

  private static func quoted(_ content: SecretBytes) -> SecretBytes {
    content.withBytes { bytes in
      SecretBytes(capacity: bytes.count * 2 + 2) { (output: inout OutputSpan<UInt8>) in
        output.append(UInt8(ascii: "\""))
        for at in bytes.indices {
          if bytes[at] == UInt8(ascii: "\"") { output.append(UInt8(ascii: "\"")) }
          output.append(bytes[at])
        }
        output.append(UInt8(ascii: "\""))
      }
    }
  }

  /// The text of a cell, its doubled quotes made single.
  static func decode(_ bytes: Span<UInt8>, _ cell: CSVRecords.Cell) -> SecretBytes {
    SecretBytes(capacity: cell.content.count) { (output: inout OutputSpan<UInt8>) in
      var at = cell.content.lowerBound
      while at < cell.content.upperBound {
        output.append(bytes[at])
        at += cell.isQuoted && bytes[at] == UInt8(ascii: "\"") ? 2 : 1
      }
    }
  }
}
