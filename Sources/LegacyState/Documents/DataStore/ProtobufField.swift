/// A field of a protocol buffer message, as ranges of the buffer that it lies in.
///
/// - SeeAlso: https://protobuf.dev/programming-guides/encoding/
struct ProtobufField {
  let number: Int
  let wireType: UInt8
  /// From the tag to the byte behind the field.
  let element: Range<Int>
  /// The varint that says how long the content is; empty unless it has one.
  let length: Range<Int>
  /// The content of a length-delimited field, the value of any other.
  let content: Range<Int>

  /// Length-delimited: text, bytes, or a message.
  static let delimited: UInt8 = 2

  /// The fields of the message in `range`; nil if it is no message.
  static func all(in bytes: Span<UInt8>, _ range: Range<Int>, limit: Int) -> [ProtobufField]? {
    var fields: [ProtobufField] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard fields.count < limit, let field = ProtobufField(bytes, at: at, end: range.upperBound)
      else { return nil }
      fields.append(field)
      at = field.element.upperBound
    }
    return fields
  }

  /// The field that starts at `start`; nil if none does, or it goes beyond `end`.
  init?(_ bytes: Span<UInt8>, at start: Int, end: Int) {
    guard let tag = Varint(bytes, at: start, end: end), tag.value >> 3 > 0,
      tag.value < 1 << 32
    else { return nil }
    number = Int(tag.value >> 3)
    wireType = UInt8(tag.value & 7)
    var first = tag.end
    let last: Int
    switch wireType {
    case 0:
      guard let value = Varint(bytes, at: tag.end, end: end) else { return nil }
      last = value.end
    case 1: last = tag.end + 8
    case 5: last = tag.end + 4
    case Self.delimited:
      guard let count = Varint(bytes, at: tag.end, end: end),
        count.value <= UInt64(end - count.end)
      else { return nil }
      first = count.end
      last = count.end + Int(count.value)
    default: return nil
    }
    guard last <= end else { return nil }
    length = tag.end..<first
    content = first..<last
    element = start..<last
  }
}

/// A number of seven bits a byte, the lowest first.
struct Varint {
  let value: UInt64
  /// The byte behind it.
  let end: Int

  init?(_ bytes: Span<UInt8>, at start: Int, end: Int) {
    var value: UInt64 = 0
    var at = start
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard at >= 0, at < min(end, bytes.count) else { return nil }
      let byte = bytes[at]
      at += 1
      // The tenth byte has room for one bit.
      guard shift < 63 || byte <= 1 else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 {
        self.value = value
        self.end = at
        return
      }
    }
    return nil
  }

  /// The shortest spelling.
  static func encode(_ value: Int) -> [UInt8] {
    var rest = UInt64(max(value, 0))
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
    return bytes
  }
}
