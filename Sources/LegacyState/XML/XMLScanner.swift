/// A pull parser for the XML that Android writes for itself: elements, attributes, text, character references.
///
/// It accepts `&#1;`, which Android writes and XML 1.0 forbids, and refuses what Android never writes and what makes
/// XML dangerous: document types, entities of one's own, CDATA.
struct XMLScanner {
  enum Event: Equatable {
    /// A start tag; `isEmpty` if it ends with `/>`, and then no end follows.
    case start(Tag)
    /// An end tag, or the end of an empty element; the range goes from `<` of the start tag to the byte behind `>`.
    case end(element: Range<Int>, content: Range<Int>)
    case finished
  }

  struct Tag: Equatable {
    let name: Range<Int>
    /// The raw value of the `name` attribute, entities not decoded.
    let nameAttribute: Range<Int>?
    let isEmpty: Bool
  }

  struct Fault: Error {
    let reason: XMLFailure.Reason
    let offset: Int
  }

  private struct Open {
    let start: Int
    let name: Range<Int>
    let contentStart: Int
  }

  static let maximumDepth = 64

  /// Whether a document type may stand before the root; one with entities of its own is refused all the same.
  var allowsDocumentType = false

  private(set) var position = 0
  private var open: [Open] = []
  private var closing: Open?
  private var hasRoot = false

  var depth: Int { open.count }

  /// Goes on to the next tag; text between is checked and passed over.
  mutating func next(_ bytes: Span<UInt8>) throws(Fault) -> Event {
    if let element = closing {
      closing = nil
      return .end(
        element: element.start..<position,
        content: element.contentStart..<element.contentStart
      )
    }
    while true {
      try skipText(bytes)
      guard position < bytes.count else {
        guard open.isEmpty, hasRoot else { throw Fault(reason: .endedEarly, offset: position) }
        return .finished
      }
      let start = position
      guard start + 1 < bytes.count else { throw Fault(reason: .endedEarly, offset: start) }
      switch bytes[start + 1] {
      case UInt8(ascii: "/"): return try endTag(bytes)
      case UInt8(ascii: "?"): try skip(bytes, past: "?>")
      case UInt8(ascii: "!") where allowsDocumentType && bytes.matches("<!DOCTYPE", at: start):
        try skipDocumentType(bytes)
      case UInt8(ascii: "!"):
        guard bytes.matches("<!--", at: start) else {
          throw Fault(reason: .forbiddenSection, offset: start)
        }
        position += 4
        try skip(bytes, past: "-->")
      default: return try startTag(bytes)
      }
    }
  }

  private mutating func skipText(_ bytes: Span<UInt8>) throws(Fault) {
    let isOutside = open.isEmpty
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      switch bytes[position] {
      case UInt8(ascii: "&"):
        guard !isOutside else { throw Fault(reason: .unexpectedByte, offset: position) }
        guard let reference = XMLText.reference(bytes, at: position, end: bytes.count) else {
          throw Fault(reason: .unknownEntity, offset: position)
        }
        position = reference.end
      case 0x20, 0x09, 0x0A, 0x0D:
        position += 1
      case 0xEF where position == 0 && bytes.matches("\u{FEFF}", at: 0):
        position = 3
      default:
        guard !isOutside else {
          throw Fault(
            reason: hasRoot ? .trailingContent : .unexpectedByte,
            offset: position
          )
        }
        position += 1
      }
    }
  }

  private mutating func skip(_ bytes: Span<UInt8>, past end: StaticString) throws(Fault) {
    let start = position
    while position < bytes.count {
      if bytes.matches(end, at: position) {
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw Fault(reason: .endedEarly, offset: start)
  }

  private mutating func skipDocumentType(_ bytes: Span<UInt8>) throws(Fault) {
    let start = position
    guard !hasRoot else { throw Fault(reason: .forbiddenSection, offset: start) }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "["): throw Fault(reason: .forbiddenSection, offset: start)
      case UInt8(ascii: ">"):
        position += 1
        return
      default: position += 1
      }
    }
    throw Fault(reason: .endedEarly, offset: start)
  }

  private mutating func startTag(_ bytes: Span<UInt8>) throws(Fault) -> Event {
    let start = position
    guard !hasRoot || !open.isEmpty else {
      throw Fault(reason: .trailingContent, offset: start)
    }
    guard open.count < Self.maximumDepth else { throw Fault(reason: .tooDeep, offset: start) }
    position += 1
    let name = try scanName(bytes)
    var nameAttribute: Range<Int>?
    while true {
      let hadBlank = try skipBlanks(bytes)
      switch bytes[position] {
      case UInt8(ascii: ">"):
        position += 1
        hasRoot = true
        open.append(Open(start: start, name: name, contentStart: position))
        return .start(Tag(name: name, nameAttribute: nameAttribute, isEmpty: false))
      case UInt8(ascii: "/"):
        guard bytes.matches("/>", at: position) else {
          throw Fault(reason: .unexpectedByte, offset: position)
        }
        position += 2
        hasRoot = true
        closing = Open(start: start, name: name, contentStart: position)
        return .start(Tag(name: name, nameAttribute: nameAttribute, isEmpty: true))
      default:
        guard hadBlank else { throw Fault(reason: .unexpectedByte, offset: position) }
        let attribute = try scanAttribute(bytes)
        if attribute.name.count == 4, bytes.matches("name", at: attribute.name.lowerBound) {
          nameAttribute = attribute.value
        }
      }
    }
  }

  private mutating func endTag(_ bytes: Span<UInt8>) throws(Fault) -> Event {
    let start = position
    position += 2
    let name = try scanName(bytes)
    _ = try skipBlanks(bytes)
    guard bytes[position] == UInt8(ascii: ">") else {
      throw Fault(reason: .unexpectedByte, offset: position)
    }
    guard let element = open.popLast(), element.name.count == name.count,
      zip(element.name, name).allSatisfy({ bytes[$0] == bytes[$1] })
    else { throw Fault(reason: .wrongEndTag, offset: start) }
    position += 1
    return .end(element: element.start..<position, content: element.contentStart..<start)
  }

  private mutating func scanName(_ bytes: Span<UInt8>) throws(Fault) -> Range<Int> {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
        position += 1
      default:
        guard position > start else { throw Fault(reason: .unexpectedByte, offset: position) }
        return start..<position
      }
    }
    throw Fault(reason: .endedEarly, offset: start)
  }

  private mutating func scanAttribute(
    _ bytes: Span<UInt8>
  ) throws(Fault) -> (name: Range<Int>, value: Range<Int>) {
    let name = try scanName(bytes)
    _ = try skipBlanks(bytes)
    guard bytes[position] == UInt8(ascii: "=") else {
      throw Fault(reason: .unexpectedByte, offset: position)
    }
    position += 1
    _ = try skipBlanks(bytes)
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw Fault(reason: .unexpectedByte, offset: position)
    }
    position += 1
    let start = position
    while position < bytes.count, bytes[position] != quote {
      switch bytes[position] {
      case UInt8(ascii: "<"):
        throw Fault(reason: .unexpectedByte, offset: position)
      case UInt8(ascii: "&"):
        guard let reference = XMLText.reference(bytes, at: position, end: bytes.count) else {
          throw Fault(reason: .unknownEntity, offset: position)
        }
        position = reference.end
      default:
        position += 1
      }
    }
    guard position < bytes.count else { throw Fault(reason: .endedEarly, offset: start) }
    position += 1
    return (name, start..<position - 1)
  }

  /// Whether there were any; afterwards there is a byte at the position.
  private mutating func skipBlanks(_ bytes: Span<UInt8>) throws(Fault) -> Bool {
    let start = position
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
    guard position < bytes.count else { throw Fault(reason: .endedEarly, offset: start) }
    return position > start
  }
}
