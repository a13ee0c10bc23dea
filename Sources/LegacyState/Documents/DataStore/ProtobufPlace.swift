import Secrets

/// A text in a protocol buffer message, or in messages inside each other.
struct ProtobufPlace: Place {
  let layer: Layer
  /// What goes with it: the field, or the outermost that has nothing else to say.
  let element: Range<Int>
  let range: Range<Int>
  /// The lengths that change with it, the innermost first: where each stands, and where its content starts and ends.
  let lengths: [ProtobufField]

  static func removal(of places: [ProtobufPlace]) -> [ByteEdit] {
    places.map { ByteEdit(removing: $0.element) }
  }

  /// Everything from the outermost length on is written anew, for each length may take another number of bytes.
  func replacement(by content: SecretBytes) -> ByteEdit {
    var piece = content
    var range = range
    layer.bytes.withBytes { bytes in
      for field in lengths {
        let before = SecretBytes(
          copying: bytes.extracting(field.content.lowerBound..<range.lowerBound)
        )
        let after = SecretBytes(
          copying: bytes.extracting(range.upperBound..<field.content.upperBound)
        )
        let length = Varint.encode(before.count + piece.count + after.count)
        piece = SecretBytes.joined([SecretBytes(copying: length), before, piece, after])
        range = field.length.lowerBound..<field.content.upperBound
      }
    }
    return ByteEdit(replacing: range, with: piece)
  }
}

extension SecretBytes {
  /// The bytes of several in one.
  static func joined(_ parts: [SecretBytes]) -> SecretBytes {
    SecretBytes(capacity: parts.reduce(0) { $0 + $1.count }) { (output: inout OutputSpan<UInt8>) in
      for part in parts {
        part.withBytes { bytes in
          for at in bytes.indices { output.append(bytes[at]) }
        }
      }
    }
  }
}
