import POSIX
import Secrets

/// Plain text, logs, and whatever no other reader knows: searched for states as they stand.
///
/// They are found, with their place, and cannot be taken out exactly: nobody knows what the bytes around them mean.
enum LooseText: DocumentReader {
  static let kind = Locator.Kind.text

  static func recognises(_ document: DocumentHead) -> Bool { true }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    kinds.contains(.hidden) || kinds.contains(.tokenName) && holdsTokens(bytes)
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
  ///   - seekingTokens: Whether requests and responses are looked for as well.
  ///   - emit: Receives what is found.
  /// - Throws: When the receiver wants no more.
  static func read(
    _ document: DocumentContent,
    from start: Int,
    base: Int,
    seekingTokens: Bool = true,
    emit: Emit
  ) throws(ScanStopped) {
    let kind = document.head.bytes.contains(0) ? Locator.Kind.raw : .text
    let step = document.limits.textPieceBytes
    var offset = start
    // Where the last state ended that reaches into the next piece, or the word that was looked into there.
    var done = start
    while offset < document.head.size {
      let behind: Int
      let piece: SecretBytes
      do throws(FileFailure) {
        // No state reaches over a hole, which reads as zeros.
        guard let data = try document.nextData(from: offset) else { return }
        offset = data.lowerBound
        behind = min(offset - start, lookBehind)
        let count = behind + step + LooseStates.longest
        piece = try document.piece(at: offset - behind, count: count)
      } catch {
        return try emit(.failure(.unreadable("\(error)"), nil))
      }
      guard piece.count > behind else { return }
      let pieceStart = offset - behind
      let context = ValueContext(kind: kind, base: base + pieceStart)
      let layer = Layer(piece)
      let own = behind..<min(behind + step, piece.count)
      let fresh = max(behind, done - pieceStart)..<max(done - pieceStart, own.upperBound)
      if fresh.lowerBound < own.upperBound,
        piece.withBytes({ Marks.mayOccur(in: $0, fresh.lowerBound..<$0.count) })
      {
        let end = try readStates(layer, in: fresh, context, emit: emit)
        // What is longer than is looked for goes on in the next piece.
        let isCut =
          end + UTF16Text.longestCharacter > piece.count
          && pieceStart + piece.count < document.head.size
        done = pieceStart + (isCut ? own.upperBound : end)
      }
      if seekingTokens, piece.withBytes({ holdsTokens($0) }) {
        try LooseForms.read(layer, in: own, context, emit: emit)
        try PrintedResponses.read(layer, in: own, context, emit: emit)
        try PropertyLines.read(layer, in: own, context, emit: emit)
      }
      offset += step
    }
  }

  /// Reads the states that begin in a range, and gives back where the last of them ends, or the range.
  private static func readStates(
    _ layer: Layer,
    in range: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) -> Int {
    var states = LooseStates(context)
    let end = try states.read(layer, in: range, emit: emit)
    return max(end, try WideRuns.read(layer, in: range, context, emit: emit))
  }

  /// No request reaches further back from its token, and no response from one of its members.
  private static let lookBehind = 32 << 10
}
