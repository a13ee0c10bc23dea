import JSON
import Locks
import POSIX
import Secrets

/// A file with one JSON document a line; a bad line doesn't stop the rest.
enum JSONLines: DocumentReader {
  static let kind = Locator.Kind.jsonLines

  static func recognises(_ document: DocumentHead) -> Bool {
    document.isNamed(".jsonl", ".ndjson", ".jsonlines")
  }

  /// Pieces are read side by side; what is found comes in the order of the lines.
  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    let limits = document.limits
    let work = OrderedWork<NumberedPiece, [Finding]>(jobs: limits.jobs) { read($0, limits) }
    defer { work.stop() }
    var pieces = LinePieces(document)
    var line = 1
    var isAtEnd = false
    var failure: FileFailure?
    while true {
      do throws(FileFailure) {
        while !isAtEnd, !work.isFull {
          guard let piece = try pieces.next() else {
            isAtEnd = true
            break
          }
          work.put(NumberedPiece(piece: piece, line: line))
          line += piece.lines
        }
      } catch {
        failure = error
        isAtEnd = true
      }
      guard let findings = work.take() else { break }
      for finding in findings { try emit(finding) }
    }
    if let failure { try emit(.failure(.unreadable("\(failure)"), nil)) }
  }

  private struct NumberedPiece {
    let piece: LinePieces.Piece
    let line: Int
  }

  private static func read(_ numbered: NumberedPiece, _ limits: ScanLimits) -> [Finding] {
    switch numbered.piece {
    case .lines(let layer, let range, let base):
      return readLines(of: layer, range, base: base, line: numbered.line, limits)
    case .tooLong(let offset):
      let place = Locator(
        kind: kind,
        path: [],
        range: offset..<offset,
        line: numbered.line
      )
      let words = "longer than \(limits.lineBytes >> 20) MiB, not read"
      return [.failure(.beyondLimit(words), place)]
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

  /// Reads the whole lines of a piece; more errors than the file may have are not collected.
  private static func readLines(
    of layer: Layer,
    _ range: Range<Int>,
    base: Int,
    line firstLine: Int,
    _ limits: ScanLimits
  ) -> [Finding] {
    var findings: [Finding] = []
    let inert = InertObjects { value in
      value.document.bytes.withBytes { Marks.mayOccur(in: $0, value.byteRange) }
    }
    var failures = 0
    var line = firstLine
    var start = range.lowerBound
    // The byte order mark belongs to the file, not to its first line.
    if base == 0, start == 0, layer.bytes.withBytes({ $0.matches("\u{FEFF}", at: 0) }) { start = 3 }
    while start < range.upperBound {
      let end = layer.bytes.withBytes { bytes in
        bytes.firstIndex(of: UInt8(ascii: "\n"), in: start..<range.upperBound)
      }
      let text = start..<(end ?? range.upperBound)
      let context = ValueContext(kind: kind, line: line, base: base, inert: inert)
      // Collecting never stops the walk.
      try? readLine(layer, text, context) { finding throws(ScanStopped) in
        if case .failure = finding {
          failures += 1
          guard failures <= limits.failuresPerFile else { return }
        }
        findings.append(finding.weighed)
      }
      start = text.upperBound + 1
      line += 1
    }
    return findings
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

extension Finding {
  /// The same, its tokens looked at here already, where others read other pieces meanwhile.
  fileprivate var weighed: Finding {
    guard case .state(let state, let places) = self, var weighed = state.withoutPlaceholders else {
      return self
    }
    weighed.isWeighed = true
    return .state(weighed, places)
  }
}
