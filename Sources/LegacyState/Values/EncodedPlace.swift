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

  /// Goes on with the bytes that a value gives and that cannot be written in the same way again: a state that is all
  /// of them goes with the value, any other stays.
  static func unwrapForGood(
    _ content: SecretBytes,
    of value: Layer,
    as name: String,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var context = context
    context.path.append(.decoded(name))
    let place = FixedPlace(layer: value, range: 0..<value.bytes.count)
    let inner = Layer(content, origin: place, whole: value.whole)
    try Values.read(inner, context) { finding throws(ScanStopped) in
      guard case .state(_, let places) = finding,
        !places.allSatisfy({ $0.layer !== value && !$0.isBelow(inner) })
      else { return try emit(finding) }
      try emit(finding.withRemoval(.no))
    }
  }
}

extension Place {
  /// Whether it stands in a layer or in something decoded from it.
  fileprivate func isBelow(_ layer: Layer) -> Bool {
    self.layer === layer || self.layer.origin?.isBelow(layer) == true
  }
}
