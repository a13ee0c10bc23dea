import Secrets

/// A document that is written in UTF-16: its text in UTF-8, which is what the readers read, and the way back.
struct WideDocument: Sendable {
  /// The text, without its byte order mark.
  let text: SecretBytes
  /// Whether writing the text again gives the document; only then can a part of it be taken out.
  let isExact: Bool
  private let writing: UTF16Text
  /// How many bytes the document has before every 4,096th byte of the text.
  private let marks: [Int]

  private static let step = 4096

  /// Nil if it is something else.
  init?(_ bytes: SecretBytes) {
    let read = bytes.withBytes { span -> (UTF16Text, SecretBytes, Bool)? in
      guard span.count % 2 == 0,
        let writing = UTF16Text(span.extracting(0..<min(span.count, DocumentHead.length)))
      else { return nil }
      let text = writing.utf8(span)
      return (writing, text, writing.isExact(span, text))
    }
    guard let read else { return nil }
    (writing, text, isExact) = read
    var marks: [Int] = []
    var offset = writing.start
    text.withBytes { text in
      for at in text.indices {
        if at % Self.step == 0 { marks.append(offset) }
        offset += UTF16Text.width(of: text[at])
      }
    }
    self.marks = marks
  }

  /// Writes a text as the document is written.
  func encode(_ text: SecretBytes) -> SecretBytes { writing.encode(text) }

  /// The text of a document that is written in the same way.
  func decode(_ document: SecretBytes) -> SecretBytes { document.withBytes { writing.utf8($0) } }

  /// The place in the document of a place in its text.
  func locator(_ locator: Locator) -> Locator {
    let start = offset(of: locator.offset)
    return Locator(
      kind: locator.kind,
      path: locator.path,
      range: start..<offset(of: locator.offset + locator.length),
      line: locator.line,
      cell: locator.cell,
      item: locator.item
    )
  }

  private func offset(of position: Int) -> Int {
    text.withBytes { text in
      let position = min(position, text.count)
      guard !marks.isEmpty else { return writing.start }
      let mark = min(position / Self.step, marks.count - 1)
      return (mark * Self.step..<position).reduce(marks[mark]) {
        $0 + UTF16Text.width(of: text[$1])
      }
    }
  }
}
