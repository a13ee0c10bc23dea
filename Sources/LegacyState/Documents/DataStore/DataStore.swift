import POSIX
import Secrets

/// A Jetpack DataStore of preferences (`files/datastore/<name>.preferences_pb`): a protocol buffer map from names to
/// typed values.
///
/// `map<string, Value> preferences = 1`, and `Value` is one of boolean 1, float 2, integer 3, long 4, string 5,
/// string_set 6, double 7, bytes 8.
enum DataStore: DocumentReader {
  static let kind = Locator.Kind.dataStore

  /// By the first entry: three lengths that fit each other, and a name that is text.
  static func recognises(_ document: DocumentHead) -> Bool {
    let bytes = document.bytes.span
    guard bytes.count > 6, bytes[0] == 0x0A, let size = Varint(bytes, at: 1, end: bytes.count),
      size.value <= UInt64(document.size - size.end), size.value > 4,
      let name = ProtobufField(bytes, at: size.end, end: bytes.count), name.number == 1,
      name.wireType == ProtobufField.delimited, isText(bytes, name.content)
    else { return false }
    let start = name.element.upperBound
    guard start < bytes.count, bytes[start] == 0x12,
      let value = Varint(bytes, at: start + 1, end: bytes.count)
    else { return false }
    return UInt64(value.end - size.end) &+ value.value == size.value
  }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    kinds.contains(.hidden) || bytes.contains(FlutterList.mark) || SplitKeys.mayStand(in: bytes)
  }

  private static func isText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    !range.isEmpty && range.allSatisfy { bytes[$0] >= 0x20 && bytes[$0] != 0x7F }
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    guard let bytes = try document.whole(orTell: emit) else { return }
    let layer = Layer(bytes)
    var values: [Value] = []
    let isWhole = bytes.withBytes { entries(in: $0, into: &values) }
    for value in values { try read(value, in: layer, emit: emit) }
    let bare = values.filter { !$0.isSet }.map { value in
      BareValue(
        name: String(decoding: value.name, as: UTF8.self),
        step: .key(TokenShape.shown(value.name)),
        place: value.place(in: layer),
        text: { bytes.withBytes { SecretBytes(copying: $0.extracting(value.content)) } }
      )
    }
    try SplitKeys.read(bare, kind: kind, emit: emit)
    if !isWhole { try emit(.failure(.malformed("a length or a tag that fits nothing"), nil)) }
  }

  private static func read(_ value: Value, in layer: Layer, emit: Emit) throws(ScanStopped) {
    let isMarked = layer.bytes.withBytes { bytes in
      Values.isWorthReading(bytes.extracting(value.content))
        || FlutterList.recognises(bytes.extracting(value.content))
    }
    guard isMarked else { return }
    let place = value.place(in: layer)
    let content = layer.bytes.withBytes { SecretBytes(copying: $0.extracting(value.content)) }
    let context = ValueContext(kind: kind, path: [.key(TokenShape.shown(value.name))])
    guard value.isSet else {
      return try Values.read(Layer(content, origin: place), context, emit: emit)
    }
    // The set is a layer of its own, so that one of its texts can go while the others stay.
    let set = Layer(content, origin: place)
    let texts = content.withBytes { ProtobufField.all(in: $0, 0..<$0.count, limit: fieldLimit) }
    for (position, text) in (texts ?? []).enumerated() where text.number == 1 {
      guard text.wireType == ProtobufField.delimited else { continue }
      let inner = ProtobufPlace(
        layer: set,
        element: text.element,
        range: text.content,
        lengths: [text]
      )
      var context = context
      context.path.append(.index(position))
      let bytes = content.withBytes { SecretBytes(copying: $0.extracting(text.content)) }
      try Values.read(Layer(bytes, origin: inner), context, emit: emit)
    }
  }

  /// A text, bytes, or a set of texts.
  private struct Value {
    let name: [UInt8]
    let entry: Range<Int>
    let isSet: Bool
    let content: Range<Int>
    let lengths: [ProtobufField]

    func place(in layer: Layer) -> ProtobufPlace {
      ProtobufPlace(layer: layer, element: entry, range: content, lengths: lengths)
    }
  }

  private static let fieldLimit = 1 << 20

  /// Whether all of it was read.
  private static func entries(in bytes: Span<UInt8>, into values: inout [Value]) -> Bool {
    var at = 0
    while at < bytes.count {
      guard let entry = ProtobufField(bytes, at: at, end: bytes.count), values.count < fieldLimit
      else { return false }
      at = entry.element.upperBound
      guard entry.number == 1, entry.wireType == ProtobufField.delimited else { continue }
      guard let fields = ProtobufField.all(in: bytes, entry.content, limit: 16),
        let value = fields.last(where: { $0.number == 2 && $0.wireType == ProtobufField.delimited }
        ),
        let parts = ProtobufField.all(in: bytes, value.content, limit: 16)
      else { return false }
      let name = fields.last { $0.number == 1 && $0.wireType == ProtobufField.delimited }
      guard let part = parts.last, part.wireType == ProtobufField.delimited,
        [5, 6, 8].contains(part.number)
      else { continue }
      values.append(
        Value(
          name: name.map { $0.content.map { bytes[$0] } } ?? [],
          entry: entry.element,
          isSet: part.number == 6,
          content: part.content,
          lengths: [part, value, entry]
        )
      )
    }
    return true
  }
}
