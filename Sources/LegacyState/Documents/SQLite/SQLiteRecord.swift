/// The columns of a record (file format 2.1), as places in its bytes.
struct SQLiteRecord {
  /// One value.
  struct Field {
    /// Its type and length in one number.
    let code: UInt64
    let range: Range<Int>

    var isText: Bool { code >= 13 && code % 2 == 1 }
    var isBlob: Bool { code >= 12 && code % 2 == 0 }
    var isNull: Bool { code == 0 }
  }

  let fields: [Field]

  /// Nil if the record contradicts itself.
  init?(_ bytes: Span<UInt8>) {
    guard let header = bytes.varint(at: 0), let end = Int(exactly: header.value),
      end <= bytes.count, end >= header.end
    else { return nil }
    var fields: [Field] = []
    var at = header.end
    var body = end
    while at < end {
      guard let type = bytes.varint(at: at), type.end <= end,
        let length = Self.length(of: type.value), length <= bytes.count - body
      else { return nil }
      fields.append(Field(code: type.value, range: body..<body + length))
      at = type.end
      body += length
    }
    self.fields = fields
  }

  /// An integer's value; nil for what is none.
  static func integer(_ field: Field, in bytes: Span<UInt8>) -> Int64? {
    switch field.code {
    case 8: return 0
    case 9: return 1
    case 1...6:
      var value: Int64 = bytes[field.range.lowerBound] & 0x80 == 0 ? 0 : -1
      for at in field.range { value = value << 8 | Int64(bytes[at]) }
      return value
    default: return nil
    }
  }

  private static func length(of code: UInt64) -> Int? {
    switch code {
    case 0, 8, 9: 0
    case 1...4: Int(code)
    case 5: 6
    case 6, 7: 8
    case 10, 11: nil
    default: Int(exactly: (code - 12) / 2)
    }
  }
}
