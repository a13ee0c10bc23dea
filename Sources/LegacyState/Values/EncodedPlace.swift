import Secrets

/// All of a layer, which is a text that spells other bytes.
struct EncodedPlace: Place {
  let layer: Layer
  /// Spells another content in the same way.
  let encode: @Sendable (SecretBytes) -> SecretBytes

  var range: Range<Int> { 0..<layer.bytes.count }

  static func removal(of places: [EncodedPlace]) -> [ByteEdit] {
    places.prefix(1).map { ByteEdit(removing: $0.range) }
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: range, with: encode(content))
  }
}

extension ValueReader {
  /// Goes on with the bytes that a text spells, `name` being the word for that in the locator.
  static func unwrap(
    _ content: SecretBytes,
    of text: Layer,
    as name: String,
    _ context: ValueContext,
    emit: Emit,
    encode: @escaping @Sendable (SecretBytes) -> SecretBytes
  ) throws(ScanStopped) {
    var context = context
    context.path.append(.decoded(name))
    let place = EncodedPlace(layer: text, encode: encode)
    try Values.read(Layer(content, origin: place, whole: text.whole), context, emit: emit)
  }
}
