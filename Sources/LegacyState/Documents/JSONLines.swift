import Dispatch
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

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    var pieces = LinePieces(document)
    var line = 1
    while true {
      var batch: [NumberedPiece] = []
      var failure: FileFailure?
      do throws(FileFailure) {
        while batch.count < max(document.limits.jobs, 1), let piece = try pieces.next() {
          batch.append(NumberedPiece(piece: piece, line: line))
          line += piece.lines
        }
      } catch {
        failure = error
      }
      for findings in read(batch, document.limits) {
        for finding in findings { try emit(finding) }
      }
      if let failure { try emit(.failure(.unreadable("\(failure)"), nil)) }
      if batch.isEmpty || failure != nil { return }
    }
  }

  private struct NumberedPiece {
    let piece: LinePieces.Piece
    let line: Int
  }

  /// Reads pieces side by side and gives their findings in order.
  private static func read(_ batch: [NumberedPiece], _ limits: ScanLimits) -> [[Finding]] {
    guard batch.count > 1 else { return batch.map { read($0, limits) } }
    let all = Mutex([[Finding]](repeating: [], count: batch.count))
    DispatchQueue.concurrentPerform(iterations: batch.count) { number in
      let findings = read(batch[number], limits)
      all.withLock { $0[number] = findings }
    }
    return all.withLock { $0 }
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
      let context = ValueContext(kind: kind, line: line, base: base)
      // Collecting never stops the walk.
      try? readLine(layer, text, context) { finding throws(ScanStopped) in
        if case .failure = finding {
          failures += 1
          guard failures <= limits.failuresPerFile else { return }
        }
        findings.append(finding)
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
