import JSON
import POSIX
import Secrets

/// A file with one JSON document a line; a bad line doesn't stop the rest.
enum JSONLines: DocumentReader {
  static let kind = Locator.Kind.jsonLines

  static func recognises(_ document: DocumentHead) -> Bool {
    document.isNamed(".jsonl", ".ndjson", ".jsonlines")
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    var pieces = LinePieces(document)
    var line = 1
    while true {
      let piece: LinePieces.Piece?
      do throws(FileFailure) {
        piece = try pieces.next()
      } catch {
        return try emit(.failure(.unreadable("\(error)"), nil))
      }
      switch piece {
      case nil:
        return
      case .lines(let layer, let range, let base):
        line = try readLines(of: layer, range, base: base, line: line, emit: emit)
      case .tooLong(let offset):
        let limit = document.limits.lineBytes >> 20
        try emit(
          .failure(
            .beyondLimit("longer than \(limit) MiB, not read"),
            Locator(kind: kind, path: [], range: offset..<offset, line: line)
          )
        )
        line += 1
      }
    }
  }

  /// Whether bytes that are no JSON document are lines of such: one of the first is a document of its own.
  static func follow(in bytes: SecretBytes) -> Bool {
    bytes.withBytes { span in
      var start = 0
      for _ in 0..<16 where start < span.count {
        let end = span.firstIndex(of: UInt8(ascii: "\n"), in: start..<span.count) ?? span.count
        if end == span.count, start == 0 { return false }
        if isDocument(bytes, start..<end) { return true }
        start = end + 1
      }
      return false
    }
  }

  private static func isDocument(_ bytes: SecretBytes, _ line: Range<Int>) -> Bool {
    let document = try? JSONDocument(parsing: bytes, range: line, dialect: .androidState)
    return document?.root.kind == .object && document?.root.members.isEmpty == false
  }

  /// Reads the whole lines of a piece and gives back the number of the next line.
  private static func readLines(
    of layer: Layer,
    _ range: Range<Int>,
    base: Int,
    line firstLine: Int,
    emit: Emit
  ) throws(ScanStopped) -> Int {
    var line = firstLine
    var start = range.lowerBound
    while start < range.upperBound {
      let end = layer.bytes.withBytes { bytes in
        bytes.firstIndex(of: UInt8(ascii: "\n"), in: start..<range.upperBound)
      }
      let text = start..<(end ?? range.upperBound)
      try readLine(layer, text, ValueContext(kind: kind, line: line, base: base), emit: emit)
      start = text.upperBound + 1
      line += 1
    }
    return line
  }

  private static func readLine(
    _ layer: Layer,
    _ text: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    let place = LinePlace(layer: layer, range: text)
    let document: JSONDocument
    do throws(JSONFailure) {
      document = try JSONDocument(parsing: layer.bytes, range: text, dialect: .androidState)
    } catch {
      guard error.reason != .empty else { return }
      let isState = layer.bytes.withBytes { Marks.occur(in: $0, text) }
      let words = "\(error.reason.rawValue) (column \(error.column))"
      return try emit(
        .failure(
          isState ? .brokenState(words) : .malformed(words),
          context.locator([], at: place)
        )
      )
    }
    try JSONText.read(document, in: layer, whole: place, context, emit: emit)
  }
}
