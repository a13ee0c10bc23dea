import POSIX
import Secrets

/// Plain text, logs, and whatever no other reader knows: searched for states as they stand.
///
/// They are found, with their place, and cannot be taken out exactly: nobody knows what the bytes around them mean.
enum LooseText: DocumentReader {
  static let kind = Locator.Kind.text

  static func recognises(_ document: DocumentHead) -> Bool { true }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>) -> Bool {
    Marks.mayHide(in: bytes) || holdsTokens(bytes)
  }

  /// Whether a request or a response may be among the bytes that nothing ties to AppAuth.
  static func holdsTokens(_ bytes: Span<UInt8>) -> Bool {
    LooseForms.mayOccur(in: bytes) || PrintedResponses.mayOccur(in: bytes)
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    try read(document, from: 0, base: 0, emit: emit)
  }

  /// Reads a document from some byte on.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - start: Where to begin in it.
  ///   - base: Where it begins in the file.
  ///   - emit: Receives what is found.
  /// - Throws: When the receiver wants no more.
  static func read(
    _ document: DocumentContent,
    from start: Int,
    base: Int,
    emit: Emit
  ) throws(ScanStopped) {
    let kind = document.head.bytes.contains(0) ? Locator.Kind.raw : .text
    let step = 16 << 20
    var offset = start
    while offset < document.head.size {
      var piece: SecretBytes
      do throws(FileFailure) {
        // No state reaches over a hole, which reads as zeros.
        guard let data = try document.nextData(from: offset) else { return }
        offset = data.lowerBound
        piece = try document.piece(at: offset, count: step + LooseStates.longest)
      } catch {
        return try emit(.failure(.unreadable("\(error)"), nil))
      }
      guard !piece.isEmpty else { return }
      if piece.withBytes({ Marks.mayOccur(in: $0) }) {
        let context = ValueContext(kind: kind, base: base + offset)
        let layer = Layer(piece)
        var states = LooseStates(context)
        try states.read(layer, before: min(step, piece.count), emit: emit)
        try WideRuns.read(layer, before: min(step, piece.count), context, emit: emit)
      }
      if kind == .text, piece.withBytes({ holdsTokens($0) }) {
        // A line whose token stands in this piece may begin in the one before.
        let behind = min(offset - start, lookBehind)
        if behind > 0 {
          do throws(FileFailure) {
            let count = behind + step + LooseStates.longest
            piece = try document.piece(at: offset - behind, count: count)
          } catch {
            return try emit(.failure(.unreadable("\(error)"), nil))
          }
        }
        let context = ValueContext(kind: kind, base: base + offset - behind)
        let own = behind..<max(behind, min(behind + step, piece.count))
        let layer = Layer(piece)
        try LooseForms.read(layer, in: own, context, emit: emit)
        try PrintedResponses.read(layer, in: own, context, emit: emit)
      }
      offset += step
    }
  }

  /// No request reaches further back from its token, and no response from one of its members.
  private static let lookBehind = 32 << 10
}
