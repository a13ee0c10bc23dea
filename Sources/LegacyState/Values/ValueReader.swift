import Secrets

/// Unwraps one way of writing a document into a string or blob, and finds the states in it.
///
/// Values are unwrapped again and again, up to ``maximumDepth``; a new wrapping is one type here and one line in
/// ``all``.
protocol ValueReader: SendableMetatype {
  /// Whether the decoded bytes look like this wrapping.
  static func recognises(_ bytes: Span<UInt8>) -> Bool

  /// Finds the states in a value.
  ///
  /// - Parameters:
  ///   - value: The decoded bytes, and the place that they were decoded from.
  ///   - context: Where the value stands.
  ///   - emit: Receives what is found.
  /// - Throws: When the receiver wants no more.
  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped)
}

/// Where a value stands: what its locator will say.
struct ValueContext {
  let kind: Locator.Kind
  var path: [Locator.Step] = []
  var line: Int?
  var cell: Locator.Cell?
  var item: Locator.KeychainItem?
  /// Where the outermost layer starts in the file, if it is a piece of it.
  var base = 0
  /// How much may still be decoded in this document.
  var budget = ValueBudget()
  /// What need not be gone through again; nil where hardly anything comes twice.
  var inert: InertObjects?

  /// A locator for a place below this one.
  ///
  /// What is the whole of a decoded value is named by the value's own place.
  func locator(_ path: [Locator.Step], at place: any Place) -> Locator {
    let range = place.outermost.range
    var whole = self.path + path
    if path.isEmpty, case .decoded = whole.last { whole.removeLast() }
    return Locator(
      kind: kind,
      path: whole,
      range: range.lowerBound + base..<range.upperBound + base,
      line: line,
      cell: cell,
      item: item
    )
  }
}

enum Values {
  /// Every wrapping that is known.
  private static let all: [any ValueReader.Type] = [
    FlutterList.self, PropertyListText.self, CompressedValue.self, WideValue.self, EntityText.self,
    EscapedText.self, JSONText.self, FormText.self, PercentText.self, HexText.self, Base64Text.self,
    // Whatever is left: a state in the midst of other text.
    LooseValue.self,
  ]
  /// How many wrappings around each other are undone.
  static let maximumDepth = 8

  /// Whether a decoded value is worth looking into.
  static func mayHoldState(_ bytes: Span<UInt8>) -> Bool {
    all.contains { $0.recognises(bytes) }
  }

  /// Whether a value may hold a state, judged without decoding it.
  static func isWorthReading(_ bytes: Span<UInt8>) -> Bool {
    Marks.mayOccur(in: bytes) || CompressedValue.recognises(bytes)
  }

  /// Finds the states in a decoded value; one without marks is not looked into.
  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    guard value.depth <= maximumDepth else {
      // What shows neither a mark nor a wrapping would not have been looked into at any depth.
      guard value.bytes.withBytes({ isWorthReading($0) }) else { return }
      try emit(.failure(.tooDeep, value.origin.map { context.locator([], at: $0) }))
      return
    }
    let place = { value.origin.map { context.locator([], at: $0) } }
    guard try context.budget.spend(value, at: place(), emit: emit),
      let reader = value.bytes.withBytes({ bytes in all.first { $0.recognises(bytes) } })
    else { return }
    try reader.read(value, context, emit: emit)
  }
}
