import Secrets

/// A cell of comma-separated values.
struct CSVPlace: Place {
  let layer: Layer
  /// With its quotes.
  let outer: Range<Int>
  let range: Range<Int>
  let quoting: CSVRecords.Quoting

  /// A cell that goes stays as an empty one, so that the columns keep their places.
  static func removal(of places: [CSVPlace]) -> [ByteEdit] {
    places.map { ByteEdit(removing: $0.outer) }
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: outer, with: quoted(content))
  }

  /// In quotes, as any reader of tables understands it, unless the cell itself had backslashes.
  private func quoted(_ content: SecretBytes) -> SecretBytes {
    content.withBytes { bytes in
      SecretBytes(capacity: bytes.count * 2 + 2) { (output: inout OutputSpan<UInt8>) in
        output.append(UInt8(ascii: "\""))
        for at in bytes.indices {
          switch (quoting, bytes[at]) {
          case (.backslashes, UInt8(ascii: "\"")), (.backslashes, UInt8(ascii: "\\")):
            output.append(UInt8(ascii: "\\"))
          case (_, UInt8(ascii: "\"")):
            output.append(UInt8(ascii: "\""))
          default: break
          }
          output.append(bytes[at])
        }
        output.append(UInt8(ascii: "\""))
      }
    }
  }

  /// The text of a cell, its quotes as they were before it was written.
  static func decode(_ bytes: Span<UInt8>, _ cell: CSVRecords.Cell) -> SecretBytes {
    SecretBytes(capacity: cell.content.count) { (output: inout OutputSpan<UInt8>) in
      var at = cell.content.lowerBound
      while at < cell.content.upperBound {
        switch (cell.quoting, bytes[at]) {
        case (.doubled, UInt8(ascii: "\"")):
          output.append(bytes[at])
          at += 2
        case (.backslashes, UInt8(ascii: "\\")) where at + 1 < cell.content.upperBound:
          output.append(bytes[at + 1])
          at += 2
        default:
          output.append(bytes[at])
          at += 1
        }
      }
    }
  }
}
