import Secrets

/// Parameters as forms, URLs and cookies have them, one of which holds a state.
enum FormText: ValueReader {
  /// The longest name of a parameter.
  private static let longestName = 128
  /// A shorter value holds no state.
  private static let shortestValue = 32
  private static let mostParameters = 4096

  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    var hasParameter = false
    var start = 0
    for at in bytes.indices {
      switch bytes[at] {
      case UInt8(ascii: "="):
        let isName = at > start && at - start <= longestName
        if isName, at + shortestValue < bytes.count { hasParameter = true }
      case _ where isSeparator(bytes, at): start = at + 1
      // The blank behind the semicolon of a cookie.
      case 0x20 where at > 0 && bytes[at - 1] == UInt8(ascii: ";"): start = at + 1
      case 0...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: "{"):
        return false
      default: continue
      }
    }
    return hasParameter && Marks.mayOccur(in: bytes)
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    var context = context
    context.path.append(.decoded("form"))
    for parameter in value.bytes.withBytes({ parameters(in: $0) }) {
      let (name, content, style) = value.bytes.withBytes { bytes in
        let style = PercentCoding.Style(of: bytes, parameter.value)
        let name = parameter.name.map { bytes[$0] }
        return (name, style.decode(bytes.extracting(parameter.value)), style)
      }
      var context = context
      context.path.append(.key(TokenShape.shown(name)))
      let place = FormPlace(layer: value, range: parameter.value, style: style)
      try Values.read(Layer(content, origin: place), context, emit: emit)
    }
  }

  private static func isSeparator(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    switch bytes[at] {
    case UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ";"): true
    default: false
    }
  }

  /// Those whose value may hold a state.
  private static func parameters(
    in bytes: Span<UInt8>
  ) -> [(name: Range<Int>, value: Range<Int>)] {
    var found: [(name: Range<Int>, value: Range<Int>)] = []
    var start = 0
    while start < bytes.count, found.count < mostParameters {
      var end = start
      while end < bytes.count, !isSeparator(bytes, end) { end += 1 }
      while start < end, bytes[start] == 0x20 { start += 1 }
      if let equals = bytes.firstIndex(of: UInt8(ascii: "="), in: start..<end),
        equals - start <= longestName, end - equals > shortestValue,
        Marks.mayOccur(in: bytes, equals + 1..<end)
      {
        found.append((start..<equals, equals + 1..<end))
      }
      start = end + 1
    }
    return found
  }
}

/// The value of a parameter; one that goes leaves its name.
struct FormPlace: Place {
  let layer: Layer
  let range: Range<Int>
  let style: PercentCoding.Style

  static func removal(of places: [FormPlace]) -> [ByteEdit] {
    places.map { ByteEdit(removing: $0.range) }
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: range, with: style.encode(content))
  }
}
