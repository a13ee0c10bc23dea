/// The single pass over a document that fills the node table.
///
/// It needs no stack: an open container remembers the one around it in its node, so depth costs nothing and is
/// bounded by the dialect alone.
struct JSONScanner {
  let dialect: JSONDialect
  let end: Int
  var position: Int
  var nodes: [JSONTableNode] = []
  private var open = noNode
  private var openKind = JSONValue.Kind.null
  private var depth = 0

  /// A broken rule and its offset; the line is counted only when somebody asks.
  struct Fault: Error {
    let reason: JSONFailure.Reason
    let offset: Int
  }

  private enum Expectation {
    case value, valueOrEnd, name, nameOrEnd, separator
  }

  init(range: Range<Int>, dialect: JSONDialect) {
    self.dialect = dialect
    self.position = range.lowerBound
    self.end = range.upperBound
  }

  mutating func scan(_ bytes: Span<UInt8>) throws(Fault) {
    guard end <= Int(UInt32.max) else { throw Fault(reason: .tooLarge, offset: position) }
    try skipByteOrderMark(bytes)
    // States have a node in every 20 bytes or so; a guess too low only costs a copy.
    nodes.reserveCapacity(max(8, min(end - position, 1 << 20) / 20))
    skipBlanks(bytes)
    guard position < end else { throw Fault(reason: .empty, offset: position) }
    var expected = Expectation.value
    repeat {
      skipBlanks(bytes)
      guard position < end else { throw Fault(reason: .endedEarly, offset: end) }
      expected = try step(bytes, expected)
    } while open != noNode || expected != .separator
    skipBlanks(bytes)
    guard position == end else { throw Fault(reason: .trailingContent, offset: position) }
  }

  private mutating func step(
    _ bytes: Span<UInt8>,
    _ expected: Expectation
  ) throws(Fault) -> Expectation {
    let byte = bytes[position]
    switch expected {
    case .nameOrEnd where byte == UInt8(ascii: "}"), .valueOrEnd where byte == UInt8(ascii: "]"):
      close()
      return .separator
    case .name, .nameOrEnd:
      guard byte == UInt8(ascii: "\"") else {
        let isComma = expected == .name && byte == UInt8(ascii: "}")
        throw Fault(reason: isComma ? .trailingComma : .unexpectedByte, offset: position)
      }
      try scanString(bytes)
      try scanColon(bytes)
      return .value
    case .value, .valueOrEnd:
      return try scanValue(bytes, byte)
    case .separator:
      return try scanSeparator(byte)
    }
  }

  private mutating func scanValue(
    _ bytes: Span<UInt8>,
    _ byte: UInt8
  ) throws(Fault) -> Expectation {
    switch byte {
    case UInt8(ascii: "\""):
      try scanString(bytes)
    case UInt8(ascii: "{"):
      try openContainer(.object)
      return .nameOrEnd
    case UInt8(ascii: "["):
      try openContainer(.array)
      return .valueOrEnd
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try scanNumber(bytes)
    case UInt8(ascii: "t"):
      try scanLiteral(bytes, "true", .bool)
    case UInt8(ascii: "f"):
      try scanLiteral(bytes, "false", .bool)
    case UInt8(ascii: "n"):
      try scanLiteral(bytes, "null", .null)
    default:
      // A value is wanted behind a comma, too, but the end of a list is no value. (Behind `[` it is taken before.)
      let isComma = openKind == .array && byte == UInt8(ascii: "]")
      throw Fault(reason: isComma ? .trailingComma : .unexpectedByte, offset: position)
    }
    return .separator
  }

  private mutating func scanSeparator(_ byte: UInt8) throws(Fault) -> Expectation {
    switch byte {
    case UInt8(ascii: ","):
      position += 1
      return openKind == .object ? .name : .value
    case UInt8(ascii: "}") where openKind == .object, UInt8(ascii: "]") where openKind == .array:
      close()
      return .separator
    default:
      throw Fault(reason: .unexpectedByte, offset: position)
    }
  }

  private mutating func scanColon(_ bytes: Span<UInt8>) throws(Fault) {
    skipBlanks(bytes)
    guard position < end else { throw Fault(reason: .endedEarly, offset: end) }
    guard bytes[position] == UInt8(ascii: ":") else {
      throw Fault(reason: .unexpectedByte, offset: position)
    }
    position += 1
  }

  private mutating func openContainer(_ kind: JSONValue.Kind) throws(Fault) {
    depth += 1
    guard depth <= dialect.maximumDepth else { throw Fault(reason: .tooDeep, offset: position) }
    let index = UInt32(nodes.count)
    try append(kind, start: position, end: position, next: open)
    open = index
    openKind = kind
    position += 1
  }

  private mutating func close() {
    position += 1
    let index = Int(open)
    open = nodes[index].next
    nodes[index].next = UInt32(nodes.count)
    nodes[index].end = UInt32(position)
    openKind = open == noNode ? .null : nodes[Int(open)].kind
    depth -= 1
  }

  /// Adds a node without children, unless `next` says otherwise.
  mutating func append(
    _ kind: JSONValue.Kind,
    start: Int,
    end: Int,
    next: UInt32? = nil,
    flags: JSONTableNode.Flags = []
  ) throws(Fault) {
    guard nodes.count < dialect.maximumNodes else {
      throw Fault(reason: .tooManyValues, offset: start)
    }
    nodes.append(
      JSONTableNode(
        start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: end),
        next: next ?? UInt32(truncatingIfNeeded: nodes.count + 1),
        kind: kind,
        flags: flags
      )
    )
  }

  private mutating func skipByteOrderMark(_ bytes: Span<UInt8>) throws(Fault) {
    guard end - position >= 3, bytes[position] == 0xEF, bytes[position + 1] == 0xBB,
      bytes[position + 2] == 0xBF
    else { return }
    guard dialect.allowsByteOrderMark else {
      throw Fault(reason: .byteOrderMark, offset: position)
    }
    position += 3
  }

  private mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }
}
