import JSON
import Secrets

/// Finds states that stand as JSON in the midst of other bytes: in a line of a log, or in a format that nobody reads.
struct LooseStates {
  /// The longest state that is looked for.
  static let longest = 1 << 20
  /// How often the text around may be read again; more only happens where somebody wrote braces to cost time.
  private static let effort = 8

  let context: ValueContext
  private var budget = 0

  init(_ context: ValueContext) {
    self.context = context
  }

  /// Reads the objects that begin before `limit`; those behind it come with the next piece.
  mutating func read(_ layer: Layer, before limit: Int, emit: Emit) throws(ScanStopped) {
    budget = layer.bytes.count * Self.effort + Self.longest
    var at = 0
    while let start = next(in: layer, from: at, before: limit) {
      switch start.kind {
      case .object(let end):
        try readObject(layer, start.at..<end, emit: emit)
        at = end
      case .escaped(let end):
        try readEscaped(layer, start.at..<end, emit: emit)
        at = end
      case .other:
        at = start.at + 1
      }
    }
  }

  private struct Start {
    enum Kind { case object(end: Int), escaped(end: Int), other }
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
      switch bytes[inside] {
      case UInt8(ascii: "\""):
        guard
          let end = JSONExtent.end(of: brace, in: bytes, limit: Self.longest, budget: &budget)
        else { return Start(at: brace, kind: .other) }
        return Start(at: brace, kind: .object(end: end))
      case UInt8(ascii: "\\"):
        return Start(at: brace, kind: .escaped(end: escapedEnd(bytes, brace)))
      default:
        return Start(at: brace, kind: .other)
      }
    }
  }

  /// Where a text in quotes ends that was opened before the brace: at a quote without a backslash, or with the line.
  private mutating func escapedEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    let end = min(bytes.count, start + min(Self.longest, max(budget, 0)))
    defer { budget -= at - start }
    while at < end, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\n") {
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return max(min(at, bytes.count), start + 1)
  }

  private func readObject(
    _ layer: Layer,
    _ range: Range<Int>,
    emit: Emit
  ) throws(ScanStopped) {
    guard layer.bytes.withBytes({ Marks.occur(in: $0, range) }),
      let document = try? JSONDocument(parsing: layer.bytes, range: range, dialect: .androidState)
    else { return }
    try JSONText.read(document, in: layer, context) { finding throws(ScanStopped) in
      try emit(finding.withRemoval(.wholeFile))
    }
  }

  /// Undoes one level of backslashes, as if the quotes around were there.
  private func readEscaped(
    _ layer: Layer,
    _ range: Range<Int>,
    emit: Emit
  ) throws(ScanStopped) {
    guard layer.bytes.withBytes({ Marks.occur(in: $0, range) }) else { return }
    let quote = SecretBytes(copying: [UInt8(ascii: "\"")])
    let text = layer.bytes.withBytes { SecretBytes(copying: $0.extracting(range)) }
    let quoted = SecretBytes.joined([quote, text, quote])
    guard let document = try? JSONDocument(parsing: quoted, dialect: .androidState),
      let decoded = document.root.secret(), layer.depth < Values.maximumDepth
    else { return }
    let inner = Layer(decoded, origin: FixedPlace(layer: layer, range: range))
    var context = context
    context.path.append(.decoded("json"))
    var loose = LooseStates(context)
    try loose.read(inner, before: decoded.count, emit: emit)
  }
}
