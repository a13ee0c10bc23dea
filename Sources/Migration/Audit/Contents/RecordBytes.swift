/// Writes what is spooled: numbers in seven-bit groups, texts behind their length.
struct RecordWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func put(byte: UInt8) { bytes.append(byte) }

  /// Bytes of whose number the reader knows.
  mutating func put(fixed part: ArraySlice<UInt8>) { bytes.append(contentsOf: part) }

  mutating func put(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  mutating func put(_ text: String) {
    put(text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ text: String?) {
    put(text != nil)
    if let text { put(text) }
  }

  mutating func put(_ number: Int?) {
    put(number != nil)
    if let number { put(number) }
  }

  mutating func put<Item>(_ items: [Item], _ each: (Item, inout RecordWriter) -> Void) {
    put(items.count)
    for item in items { each(item, &self) }
  }
}

/// Reads what a ``RecordWriter`` wrote; behind the end everything is zero or empty, so that nothing can trap.
struct RecordReader {
  private let bytes: ArraySlice<UInt8>
  private var at: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  mutating func byte() -> UInt8 {
    guard at < bytes.endIndex else { return 0 }
    defer { at += 1 }
    return bytes[at]
  }

  mutating func int() -> Int {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
    }
    return Int(truncatingIfNeeded: Int64(bitPattern: number))
  }

  mutating func bool() -> Bool { byte() != 0 }

  mutating func part() -> ArraySlice<UInt8> {
    let count = int()
    let end = at + min(max(0, count), bytes.endIndex - at)
    defer { at = end }
    return bytes[at..<end]
  }

  /// So many bytes; nil, and the record is at its end, if there are fewer.
  mutating func fixed(_ count: Int) -> ArraySlice<UInt8>? {
    guard bytes.endIndex - at >= count else {
      at = bytes.endIndex
      return nil
    }
    defer { at += count }
    return bytes[at..<at + count]
  }

  mutating func text() -> String { String(decoding: part(), as: UTF8.self) }

  mutating func optionalText() -> String? { bool() ? text() : nil }

  mutating func optionalInt() -> Int? { bool() ? int() : nil }

  /// How many items follow; each has a byte at least.
  mutating func count() -> Int { min(max(0, int()), bytes.endIndex - at) }

  mutating func list<Item>(_ each: (inout RecordReader) -> Item) -> [Item] {
    (0..<count()).map { _ in each(&self) }
  }
}
