import JOSE
import Secrets

/// A list as `shared_preferences` for Flutter keeps it in a string on Android.
///
/// Behind a fixed prefix ("This is the prefix for a list.") stands `!` and JSON, or, from older versions, base64 of a
/// serialised Java object.
enum FlutterList: ValueReader {
  static let mark: StaticString = "VGhpcyBpcyB0aGUgcHJlZml4IGZvciBhIGxpc3Qu"

  static func recognises(_ bytes: Span<UInt8>) -> Bool { bytes.matches(mark, at: 0) }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let start = mark.utf8CodeUnitCount
    let isJSON = value.bytes.withBytes { $0.matches("!", at: start) }
    guard isJSON else { return try readJava(value, from: start, context, emit: emit) }
    let range = start + 1..<value.bytes.count
    let list = value.bytes.withBytes { SecretBytes(copying: $0.extracting(range)) }
    let place = PiecePlace(layer: value, range: range)
    try Values.read(Layer(list, origin: place, whole: value.whole), context, emit: emit)
  }

  /// Finds the texts of a Java list; they can be read, but not taken out of it.
  private static func readJava(
    _ value: Layer,
    from start: Int,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    let range = start..<value.bytes.count
    guard let list = value.bytes.withBytes({ Base64.decodeExactly($0.extracting(range)) }) else {
      return
    }
    let texts = list.withBytes { JavaTexts.ranges(in: $0) }
    let layer = Layer(list, origin: FixedPlace(layer: value, range: range))
    for (position, text) in texts.enumerated() {
      let content = list.withBytes { SecretBytes(copying: $0.extracting(text)) }
      var context = context
      context.path += [.decoded("java"), .index(position)]
      let place = FixedPlace(layer: layer, range: text)
      try Values.read(Layer(content, origin: place), context) { finding throws(ScanStopped) in
        try emit(finding.withRemoval(.no))
      }
    }
  }
}

/// The texts in a serialised Java object (Java Object Serialization Specification, section 6.4.2).
enum JavaTexts {
  /// `TC_STRING` and a length of two bytes, or `TC_LONGSTRING` and one of eight.
  static func ranges(in bytes: Span<UInt8>) -> [Range<Int>] {
    guard bytes.count > 4, bytes[0] == 0xAC, bytes[1] == 0xED else { return [] }
    var ranges: [Range<Int>] = []
    var at = 4
    while at < bytes.count, ranges.count < 10_000 {
      let width = bytes[at] == 0x74 ? 2 : bytes[at] == 0x7C ? 8 : 0
      let start = at + 1 + width
      guard width > 0, start <= bytes.count else {
        at += 1
        continue
      }
      var length: UInt64 = 0
      for offset in 1...width { length = length << 8 | UInt64(bytes[at + offset]) }
      guard length > 0, length <= UInt64(bytes.count - start) else {
        at += 1
        continue
      }
      ranges.append(start..<start + Int(length))
      at = start + Int(length)
    }
    return ranges
  }
}

extension Finding {
  /// The same, with another word on what taking it away would do.
  func withRemoval(_ removal: LegacyAuthState.Removal) -> Finding {
    guard case .state(var state, let places) = self else { return self }
    state.removal = removal
    return .state(state, places)
  }
}
