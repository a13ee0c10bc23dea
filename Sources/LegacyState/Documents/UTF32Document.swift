import Secrets

/// A document that is written in UTF-32: its text in UTF-8, which is what the readers read.
///
/// No app writes it; what is found in it stays.
struct UTF32Document: Sendable {
  /// The text, without its byte order mark.
  let text: SecretBytes
  private let start: Int
  /// How many bytes the document has before every 4,096th byte of the text.
  private let marks: [Int]

  private static let step = 4096
  /// So many characters have to look like text where no mark says that they are.
  private static let least = 16

  /// How the first bytes are written; nil if they are no UTF-32.
  private struct Writing {
    let isBigEndian: Bool
    let start: Int

    init?(_ bytes: Span<UInt8>) {
      guard bytes.count >= 4 * UTF32Document.least else { return nil }
      if bytes[0] == 0xFF, bytes[1] == 0xFE, bytes[2] == 0, bytes[3] == 0 {
        (isBigEndian, start) = (false, 4)
      } else if bytes[0] == 0, bytes[1] == 0, bytes[2] == 0xFE, bytes[3] == 0xFF {
        (isBigEndian, start) = (true, 4)
      } else {
        (isBigEndian, start) = (bytes[0] == 0, 0)
      }
      var others = 0
      let characters = min(bytes.count - start, 4096) / 4
      for number in 0..<characters {
        let code = self.code(bytes, start + 4 * number)
        guard code < 0x11_0000, code >= 0x20 || [9, 10, 13].contains(code) else { return nil }
        if code >= 0x7F { others += 1 }
      }
      guard others * 8 <= characters else { return nil }
    }

    func code(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
      (0..<4).reduce(0) { code, place in
        code << 8 | UInt32(bytes[isBigEndian ? at + place : at + 3 - place])
      }
    }
  }

  /// Whether a document may be one.
  static func isStart(_ head: DocumentHead) -> Bool {
    head.size % 4 == 0 && Writing(head.bytes.span) != nil
  }

  /// Nil if it is something else.
  init?(_ bytes: SecretBytes) {
    let read = bytes.withBytes { span -> (SecretBytes, Int)? in
      guard span.count % 4 == 0, let writing = Writing(span) else { return nil }
      let text = SecretBytes(capacity: span.count) { (output: inout OutputSpan<UInt8>) in
        var at = writing.start
        while at + 3 < span.count {
          let scalar = Unicode.Scalar(writing.code(span, at))
          output.append(utf8: scalar?.value ?? 0xFFFD)
          at += 4
        }
      }
      return (text, writing.start)
    }
    guard let read else { return nil }
    (text, start) = read
    var marks: [Int] = []
    var offset = start
    text.withBytes { text in
      for at in text.indices {
        if at % Self.step == 0 { marks.append(offset) }
        if text[at] & 0xC0 != 0x80 { offset += 4 }
      }
    }
    self.marks = marks
  }

  /// The place in the document of a place in its text.
  func locator(_ locator: Locator) -> Locator {
    let from = offset(of: locator.offset)
    return Locator(
      kind: locator.kind,
      path: locator.path,
      range: from..<max(from, offset(of: locator.offset + locator.length)),
      line: locator.line,
      cell: locator.cell,
      item: locator.item
    )
  }

  private func offset(of position: Int) -> Int {
    text.withBytes { text in
      let position = min(position, text.count)
      guard !marks.isEmpty else { return start }
      let mark = min(position / Self.step, marks.count - 1)
      return (mark * Self.step..<position).reduce(marks[mark]) {
        text[$1] & 0xC0 == 0x80 ? $0 : $0 + 4
      }
    }
  }
}
