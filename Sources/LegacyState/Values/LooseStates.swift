import JSON
import Secrets

/// Finds states that stand as JSON in the midst of other bytes: in a line of a log, or in a format that nobody reads.
struct LooseStates {
  /// The longest state that is looked for.
  static let longest = 1 << 20
  /// How often the text around may be read again; more only happens where somebody wrote braces to cost time.
  private static let effort = 8

  /// Many small files may each have as much put together.
  private static let foldingAtLeast = 8 << 20

  let context: ValueContext
  private var budget = 0
  /// How many letters of encoded lines may still be put together.
  var foldingBudget = 0
  /// Before this no lines are put together any more: they were, and hide nothing.
  var folded = 0

  init(_ context: ValueContext) {
    self.context = context
  }

  /// Reads what begins before `limit`.
  mutating func read(_ layer: Layer, before limit: Int, emit: Emit) throws(ScanStopped) {
    _ = try read(layer, in: 0..<limit, emit: emit)
  }

  /// Reads what begins in a range; what begins behind it comes with the next piece.
  ///
  /// - Parameters:
  ///   - layer: The bytes.
  ///   - range: Where a state may begin.
  ///   - emit: Receives what is found.
  /// - Returns: Where the last ended that was read, behind the range perhaps; the end of the range if none did.
  /// - Throws: When the receiver wants no more.
  mutating func read(
    _ layer: Layer,
    in range: Range<Int>,
    emit: Emit
  ) throws(ScanStopped) -> Int {
    let limit = range.upperBound
    budget = layer.bytes.count * Self.effort + Self.longest
    foldingBudget = layer.bytes.count * Self.effort + Self.foldingAtLeast
    folded = 0
    var at = range.lowerBound
    var word = layer.bytes.withBytes { EncodedWords.next(in: $0, from: at, before: limit) }
    while true {
      let start = next(in: layer, from: at, before: min(limit, word?.lowerBound ?? limit))
      guard let start else {
        guard let found = word else {
          try tellUnread(layer, at, limit, emit: emit)
          return max(at, limit)
        }
        at = try readWord(layer, found, emit: emit)
        word = layer.bytes.withBytes { EncodedWords.next(in: $0, from: at, before: limit) }
        continue
      }
      switch start.kind {
      case .object(let end):
        try readObject(layer, start.at..<end, emit: emit)
        at = end
      case .quoted(let quoting, let end):
        try read(quoting, layer, start.at..<end, emit: emit)
        at = end
      case .other:
        at = start.at + 1
      }
      // What was read as a part of an object is no word of its own.
      if let found = word, found.lowerBound < at {
        word = layer.bytes.withBytes { EncodedWords.next(in: $0, from: at, before: limit) }
      }
    }
  }

  /// Says so where marks are left behind the place at which the budget was spent.
  private func tellUnread(
    _ layer: Layer,
    _ from: Int,
    _ limit: Int,
    emit: Emit
  ) throws(ScanStopped) {
    let rest = from..<max(from, min(limit, layer.bytes.count))
    guard budget <= 0, layer.bytes.withBytes({ Marks.occur(in: $0, rest) }) else { return }
    let words = "there are more braces that nothing closes than are looked behind"
    try emit(
      .failure(.valuesUnread(words), context.locator([], at: FixedPlace(layer: layer, range: rest)))
    )
  }

  private struct Start {
    enum Kind { case object(end: Int), quoted(LooseQuoting, end: Int), other }
    let at: Int
    let kind: Kind
  }

  private mutating func next(in layer: Layer, from: Int, before limit: Int) -> Start? {
    layer.bytes.withBytes { bytes in
      guard budget > 0, from < limit,
        let brace = bytes.firstIndex(of: UInt8(ascii: "{"), in: from..<min(limit, bytes.count))
      else { return nil }
      var inside = brace + 1
      while inside < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[inside]) { inside += 1 }
      guard inside < bytes.count else { return nil }
      if let quoting = LooseQuoting(bytes, at: inside) {
        let limit = min(bytes.count, brace + min(Self.longest, max(budget, 0)))
        let end = quoting.end(of: brace, in: bytes, limit: limit)
        budget -= end - brace
        return Start(at: brace, kind: .quoted(quoting, end: end))
      }
      guard bytes[inside] == UInt8(ascii: "\""),
        let end = JSONExtent.end(of: brace, in: bytes, limit: Self.longest, budget: &budget)
      else { return Start(at: brace, kind: .other) }
      return Start(at: brace, kind: .object(end: end))
    }
  }

  private func readObject(
    _ layer: Layer,
    _ range: Range<Int>,
    emit: Emit
  ) throws(ScanStopped) {
    guard layer.bytes.withBytes({ Marks.mayOccur(in: $0, range) }),
      let document = try? JSONDocument(parsing: layer.bytes, range: range, dialect: .androidState)
    else { return }
    try JSONText.read(document, in: layer, context) { finding throws(ScanStopped) in
      try emit(finding.withRemoval(.wholeFile))
    }
  }

  /// Undoes one level of quoting, as if the quotes around were there.
  private func read(
    _ quoting: LooseQuoting,
    _ layer: Layer,
    _ range: Range<Int>,
    emit: Emit
  ) throws(ScanStopped) {
    guard layer.bytes.withBytes({ Marks.mayOccur(in: $0, range) }) else { return }
    guard layer.depth < Values.maximumDepth else {
      let place = FixedPlace(layer: layer, range: range)
      return try emit(.failure(.tooDeep, context.locator([], at: place)))
    }
    guard let decoded = layer.bytes.withBytes({ quoting.decode($0, range) }) else { return }
    let inner = Layer(decoded, origin: FixedPlace(layer: layer, range: range))
    guard try context.budget.spend(inner, emit: emit) else { return }
    var context = context
    context.path.append(.decoded(quoting.name))
    var loose = LooseStates(context)
    try loose.read(inner, before: decoded.count, emit: emit)
  }
}
