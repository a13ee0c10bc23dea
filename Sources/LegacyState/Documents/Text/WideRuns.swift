import Secrets

/// Finds texts in UTF-16 among other bytes.
enum WideRuns {
  /// A shorter one holds no state.
  private static let leastUnits = 48
  /// How many units in a row may be letters of other scripts.
  private static let mostOthers = 16

  /// Reads the states that begin in a range, and gives back where the last of them ends, or the range.
  static func read(
    _ layer: Layer,
    in range: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) -> Int {
    let limit = range.upperBound
    var at = range.lowerBound
    while at < limit, let run = layer.bytes.withBytes({ next(in: $0, from: at, before: limit) }) {
      at = run.range.upperBound
      let writing = UTF16Text(isBigEndian: run.isBigEndian)
      let text = layer.bytes.withBytes { writing.utf8($0.extracting(run.range)) }
      guard text.withBytes({ Marks.mayOccur(in: $0) }) else { continue }
      let inner = Layer(text, origin: FixedPlace(layer: layer, range: run.range))
      guard try context.budget.spend(inner, emit: emit) else { return max(at, limit) }
      var context = context
      context.path.append(.decoded("utf-16"))
      var loose = LooseStates(context)
      guard at > limit else {
        try loose.read(inner, before: text.count, emit: emit)
        continue
      }
      let units = (limit - run.range.lowerBound + 1) / 2
      let own = run.range.lowerBound..<run.range.lowerBound + 2 * units
      let mine = layer.bytes.withBytes { writing.utf8($0.extracting(own)).count }
      let end = try loose.read(inner, in: 0..<min(mine, text.count), emit: emit)
      at = run.range.lowerBound
      text.withBytes { text in
        for place in 0..<min(end, text.count) { at += UTF16Text.width(of: text[place]) }
      }
    }
    return max(at, limit)
  }

  private static func next(
    in bytes: Span<UInt8>,
    from: Int,
    before limit: Int
  ) -> (range: Range<Int>, isBigEndian: Bool)? {
    var at = from + leastUnits
    while at + 2 < bytes.count, at - leastUnits < limit {
      defer { at += leastUnits }
      // Letters at every other byte: of the sample and its neighbours one is the high byte of a letter.
      let isOdd = bytes[at] == 0
      let letter = isOdd ? at - 1 : at
      guard letter > from, letter + 1 < bytes.count, UTF16Text.isASCIIText(bytes[letter]) else {
        continue
      }
      for isBigEndian in [false, true] {
        let high = isBigEndian ? letter - 1 : letter + 1
        guard bytes[high] == 0 else { continue }
        let unit = min(letter, high)
        let start = edge(bytes, from: unit, by: -2, isBigEndian, from..<bytes.count)
        let end = edge(bytes, from: unit, by: 2, isBigEndian, from..<bytes.count) + 2
        guard end - start >= 2 * leastUnits else { continue }
        return start < limit ? (start..<end, isBigEndian) : nil
      }
    }
    return nil
  }

  /// The last unit of text in one direction.
  private static func edge(
    _ bytes: Span<UInt8>,
    from unit: Int,
    by step: Int,
    _ isBigEndian: Bool,
    _ limits: Range<Int>
  ) -> Int {
    var last = unit
    var others = 0
    var at = unit + step
    while at >= limits.lowerBound, at + 1 < limits.upperBound {
      let high = bytes[isBigEndian ? at : at + 1]
      switch UTF16Text.kind(of: bytes[isBigEndian ? at + 1 : at], high: high) {
      case .control: return last
      case .plain:
        last = at
        others = 0
      case .other:
        others += 1
        guard others <= mostOthers else { return last }
      }
      at += step
    }
    return last
  }
}
