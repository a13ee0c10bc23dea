import Secrets

/// A range of a buffer and what stands there instead; nil for nothing.
struct ByteEdit: Sendable {
  let range: Range<Int>
  let replacement: SecretBytes?

  init(removing range: Range<Int>) {
    self.range = range
    self.replacement = nil
  }

  init(replacing range: Range<Int>, with replacement: SecretBytes) {
    self.range = range
    self.replacement = replacement
  }
}

extension SecretBytes {
  /// A copy with the edits done; what no edit covers is the same, byte for byte.
  ///
  /// Nil if two edits overlap, which no sound document causes.
  func applying(_ edits: [ByteEdit]) -> SecretBytes? {
    let edits = edits.sorted { $0.range.lowerBound < $1.range.lowerBound }
    var end = 0
    var size = count
    for edit in edits {
      guard edit.range.lowerBound >= end, edit.range.upperBound <= count else { return nil }
      end = edit.range.upperBound
      size += (edit.replacement?.count ?? 0) - edit.range.count
    }
    return withBytes { bytes in
      SecretBytes(capacity: size) { (output: inout OutputSpan<UInt8>) in
        var at = 0
        for edit in edits {
          while at < edit.range.lowerBound {
            output.append(bytes[at])
            at += 1
          }
          if let replacement = edit.replacement {
            replacement.withBytes { inserted in
              for index in inserted.indices { output.append(inserted[index]) }
            }
          }
          at = edit.range.upperBound
        }
        while at < bytes.count {
          output.append(bytes[at])
          at += 1
        }
      }
    }
  }
}
