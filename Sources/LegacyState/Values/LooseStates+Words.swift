import Secrets

extension LooseStates {
  /// Looks into a word that may be a URL or an encoded value; gives back where to go on.
  mutating func readWord(
    _ layer: Layer,
    _ word: Range<Int>,
    emit: Emit
  ) throws(ScanStopped) -> Int {
    guard layer.depth < Values.maximumDepth else {
      if layer.bytes.withBytes({ Marks.mayOccur(in: $0, word) }) {
        let place = FixedPlace(layer: layer, range: word)
        try emit(.failure(.tooDeep, context.locator([], at: place)))
      }
      return word.upperBound
    }
    var found = 0
    let count: Emit = { finding throws(ScanStopped) in
      if case .state = finding { found += 1 }
      try emit(finding.withRemoval(.wholeFile))
    }
    for part in layer.bytes.withBytes({ Self.escaped($0, word) }) {
      try withoutActuallyEscaping(count) { count throws(ScanStopped) in
        try readEscapes(layer, part, emit: count)
      }
    }
    if layer.bytes.withBytes({ Self.isReferences($0, word) }) {
      try withoutActuallyEscaping(count) { count throws(ScanStopped) in
        let text = layer.bytes.withBytes { XMLText.decode($0, word) }
        try readDecoded(text, "entities", layer, word, emit: count)
      }
    }
    if layer.bytes.withBytes({ EscapedText.stands(in: $0, word) }) {
      try withoutActuallyEscaping(count) { count throws(ScanStopped) in
        let text = layer.bytes.withBytes { EscapedText.decode($0, word) }
        try readDecoded(text, "escapes", layer, word, emit: count)
      }
    }
    if found > 0 { return word.upperBound }
    var end = word.upperBound
    let folding = word.lowerBound >= folded
    let runs = layer.bytes.withBytes { EncodedWords.runs(in: $0, word, folding: folding) }
    for run in runs {
      let pieces = try worthFolding(layer, run, emit: emit) ? run : Array(run.prefix(1))
      let before = found
      try withoutActuallyEscaping(count) { count throws(ScanStopped) in
        try readRun(layer, pieces, emit: count)
      }
      if found > before, let last = pieces.last { end = max(end, last.upperBound) }
    }
    return end
  }

  /// Whether lines of encoded text, put together, may hold a state; where not, no part of them does, and they are not
  /// put together again from each further line.
  private mutating func worthFolding(
    _ layer: Layer,
    _ pieces: [Range<Int>],
    emit: Emit
  ) throws(ScanStopped) -> Bool {
    guard pieces.count > 1, let end = pieces.last?.upperBound else { return false }
    foldingBudget -= pieces.reduce(0) { $0 + $1.count }
    guard foldingBudget > 0 else {
      // Somebody wrote lines that look as if, to cost time.
      folded = layer.bytes.count
      try emit(.failure(.valuesUnread("lines of encoded text were not all put together"), nil))
      return false
    }
    let text = layer.bytes.withBytes { Self.joined(pieces, in: $0) }
    if let mark = Self.firstMark(in: text) {
      guard mark > Self.lead else { return true }
      // It stands far behind: the lines before it belong to something else.
      folded = pieces[(mark - Self.lead) / max(pieces[0].count, 1)].lowerBound
      return false
    }
    // Where there are more lines than are put together, a state may begin among these and end behind them.
    let isCut = pieces.count == EncodedWords.mostPieces
    folded = isCut ? pieces[pieces.count / 2].lowerBound : end
    return false
  }

  /// How far in front of its first mark a state may begin.
  private static let lead = 64 << 10

  /// About where the first mark is; in stretches, since a long run is looked into in a few places only.
  private static func firstMark(in text: SecretBytes) -> Int? {
    let (stretch, overlap) = (4096, 256)
    return text.withBytes { bytes in
      stride(from: 0, to: bytes.count, by: stretch - overlap).first { start in
        Marks.mayOccur(in: bytes, start..<min(start + stretch, bytes.count))
      }
    }
  }

  private func readEscapes(
    _ layer: Layer,
    _ word: Range<Int>,
    emit: Emit
  ) throws(ScanStopped) {
    let content = layer.bytes.withBytes { bytes in
      PercentCoding.Style(of: bytes, word).decode(bytes.extracting(word))
    }
    try readDecoded(content, "percent", layer, word, emit: emit)
  }

  /// Looks for states in what a word spells.
  private func readDecoded(
    _ content: SecretBytes,
    _ name: String,
    _ layer: Layer,
    _ word: Range<Int>,
    emit: Emit
  ) throws(ScanStopped) {
    let inner = Layer(content, origin: FixedPlace(layer: layer, range: word))
    guard try context.budget.spend(inner, emit: emit) else { return }
    var context = context
    context.path.append(.decoded(name))
    var loose = LooseStates(context)
    try loose.read(inner, before: content.count, emit: emit)
  }

  /// Whether a word is written in references of XML, the first braces and quotes as well.
  private static func isReferences(_ bytes: Span<UInt8>, _ word: Range<Int>) -> Bool {
    let step = 48
    return stride(from: word.lowerBound, to: word.upperBound, by: step).contains { at in
      EscapedLetters.referencesStand(in: bytes, around: at, word)
    }
  }

  /// Undoes hex, or base64 from whichever letter it begins with: a word may stand before it without anything between.
  private func readRun(
    _ layer: Layer,
    _ pieces: [Range<Int>],
    emit: Emit
  ) throws(ScanStopped) {
    guard let first = pieces.first else { return }
    // The marks of a text in many lines may all be cut in two.
    guard pieces.count > 1 || layer.bytes.withBytes({ Marks.mayOccur(in: $0, first) }) else {
      return
    }
    // The next line may begin with what only looks like the rest.
    let attempts = pieces.count > 1 ? [pieces, [first]] : [pieces]
    var best: [Finding] = []
    for attempt in attempts {
      let end = attempt.last?.upperBound ?? first.upperBound
      let findings = try findings(in: layer, attempt, first.lowerBound..<end)
      if best.isEmpty { best = findings }
      guard findings.contains(where: { if case .state = $0 { true } else { false } }) else {
        continue
      }
      best = findings
      if !findings.contains(where: { if case .failure = $0 { true } else { false } }) { break }
    }
    for finding in best { try emit(finding) }
  }

  private func findings(
    in layer: Layer,
    _ pieces: [Range<Int>],
    _ range: Range<Int>
  ) throws(ScanStopped) -> [Finding] {
    let text = layer.bytes.withBytes { Self.joined(pieces, in: $0) }
    guard pieces.count > 1 || text.withBytes({ Marks.mayOccur(in: $0) }) else { return [] }
    var findings: [Finding] = []
    guard try context.budget.spend(text.count, emit: { findings.append($0) }) else {
      return findings
    }
    let place = FixedPlace(layer: layer, range: range)
    for (content, name) in Self.contents(of: text) {
      guard content.withBytes({ Self.mayHoldState($0) }) else { continue }
      var context = context
      context.path.append(.decoded(name))
      var here: [Finding] = []
      try Values.read(Layer(content, origin: place), context) { here.append($0) }
      if here.contains(where: { if case .state = $0 { true } else { false } }) { return here }
      // Begun at another of its letters it may be something else.
      if findings.isEmpty { findings = here }
    }
    return findings
  }

  private static func mayHoldState(_ bytes: Span<UInt8>) -> Bool {
    CompressedMark.isStart(bytes, at: 0) || Marks.mayOccur(in: bytes)
  }

  /// What a run of letters may spell, the likeliest first; each is decoded when it is asked for.
  private static func contents(of text: SecretBytes) -> some Sequence<(SecretBytes, String)> {
    [nil, -2, -1, 0, 1, 2, 3].lazy.compactMap { (shift: Int?) in
      text.withBytes { bytes -> (SecretBytes, String)? in
        guard let shift else {
          let digits = bytes.extracting(Hex.prefix(of: bytes)..<bytes.count)
          return Hex.decode(digits).map { ($0, "hex") }
        }
        guard shift >= 0 else {
          guard let tail = tail(of: bytes, isOdd: shift == -1) else { return nil }
          return Hex.decode(bytes.extracting(tail)).map { ($0, "hex") }
        }
        guard bytes.count > shift else { return nil }
        let count = bytes.count - shift
        // A letter that is left over belongs to something else.
        let end = bytes.count - (count % 4 == 1 ? 1 : 0)
        return Base64.decode(bytes.extracting(shift..<end)).map { ($0.content, "base64") }
      }
    }
  }

  /// The digits at the end of a text, of which some may belong to the word in front of them.
  private static func tail(of bytes: Span<UInt8>, isOdd: Bool) -> Range<Int>? {
    var start = bytes.count
    while start > 0, Hex.isDigit(bytes[start - 1]) { start -= 1 }
    guard start > 0 || isOdd, bytes.count - start >= EncodedWords.shortest else { return nil }
    start += isOdd ? 1 : 0
    return start..<bytes.count - (bytes.count - start) % 2
  }

  private static func joined(_ pieces: [Range<Int>], in bytes: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: pieces.reduce(0) { $0 + $1.count }) { (output: inout OutputSpan<UInt8>) in
      for piece in pieces {
        for at in piece where bytes[at] != UInt8(ascii: "\\") { output.append(bytes[at]) }
      }
    }
  }

  /// The parts of a word, such as the parameters of a URL, that have escapes and may hold a state.
  private static func escaped(_ bytes: Span<UInt8>, _ word: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = word.lowerBound
    while start < word.upperBound {
      var end = start
      while end < word.upperBound, !isSeparator(bytes[end]) { end += 1 }
      let part = start..<end
      if part.count >= EncodedWords.shortest, hasEscape(bytes, part),
        Marks.mayOccur(in: bytes, part)
      {
        parts.append(part)
      }
      start = end + 1
    }
    return parts
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "#"),
      UInt8(ascii: ";"):
      true
    default: false
    }
  }

  private static func hasEscape(_ bytes: Span<UInt8>, _ word: Range<Int>) -> Bool {
    var at = word.lowerBound
    while let hit = bytes.firstIndex(of: UInt8(ascii: "%"), in: at..<word.upperBound) {
      if hit + 2 < word.upperBound, Hex.isDigit(bytes[hit + 1]), Hex.isDigit(bytes[hit + 2]) {
        return true
      }
      at = hit + 1
    }
    return false
  }
}
