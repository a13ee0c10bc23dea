import Secrets

/// The objects of a binary property list, found by number; nothing is copied or expanded.
///
/// - SeeAlso: `CFBinaryPList.c`: markers, trailer, byte order.
struct BinaryPlist: Sendable {
  let objectCount: Int
  let top: Int
  let referenceSize: Int
  private let offsetSize: Int
  private let table: Int

  static let magic: StaticString = "bplist0"
  private static let headerSize = 8
  private static let trailerSize = 32

  /// Reads header and trailer.
  init(_ bytes: Span<UInt8>) throws(PlistFailure) {
    guard bytes.matches(Self.magic, at: 0) else { throw .unknownVersion }
    guard bytes.count > Self.headerSize + Self.trailerSize else { throw .endedEarly }
    let trailer = bytes.count - Self.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let objectCount = Self.number(bytes, trailer + 8, 8),
      let top = Self.number(bytes, trailer + 16, 8),
      let table = Self.number(bytes, trailer + 24, 8),
      objectCount > 0, top < objectCount, table >= Self.headerSize, table < trailer,
      objectCount <= (trailer - table) / offsetSize
    else { throw .badTrailer }
    self.objectCount = objectCount
    self.top = top
    self.table = table
  }

  /// Where a list ends that stands in the midst of other bytes; nil if it does not end there.
  ///
  /// - Parameters:
  ///   - bytes: The list and what follows.
  ///   - start: Where it begins.
  ///   - range: Where to look for its end.
  /// - Returns: The first place behind a trailer that fits all that stands before it.
  static func end(in bytes: Span<UInt8>, from start: Int, searching range: Range<Int>) -> Int? {
    var trailer = max(range.lowerBound - trailerSize, start + headerSize)
    while trailer + trailerSize <= range.upperBound {
      if fits(bytes, from: start, trailer: trailer) { return trailer + trailerSize }
      trailer += 1
    }
    return nil
  }

  /// Whether a trailer stands here: the table of offsets ends where it begins, and is as long as it has to be.
  private static func fits(_ bytes: Span<UInt8>, from start: Int, trailer: Int) -> Bool {
    guard bytes[trailer] == 0, bytes[trailer + 8] == 0, (1...8).contains(bytes[trailer + 6]),
      (1...8).contains(bytes[trailer + 7]),
      let objects = number(bytes, trailer + 8, 8), let top = number(bytes, trailer + 16, 8),
      let table = number(bytes, trailer + 24, 8), top < objects, table >= headerSize,
      objects < 1 << 32
    else { return false }
    return table + objects * Int(bytes[trailer + 6]) == trailer - start
  }

  /// The object with a number; nil if there is none, or it is none.
  func node(_ index: Int, _ bytes: Span<UInt8>) -> PlistNode? {
    guard index >= 0, index < objectCount,
      let start = Self.number(bytes, table + index * offsetSize, offsetSize),
      start >= Self.headerSize, start < table
    else { return nil }
    let marker = bytes[start]
    let low = Int(marker & 15)
    func fixed(_ kind: PlistNode.Kind, _ size: Int) -> PlistNode? {
      guard size <= table - start - 1 else { return nil }
      return PlistNode(
        kind: kind,
        element: start..<start + 1 + size,
        content: start + 1..<start + 1 + size
      )
    }
    switch marker >> 4 {
    case 0: return low == 0 ? fixed(.null, 0) : low == 8 || low == 9 ? fixed(.boolean, 0) : nil
    case 1: return low <= 4 ? fixed(.integer, 1 << low) : nil
    case 2: return low == 2 || low == 3 ? fixed(.real, 1 << low) : nil
    case 3: return low == 3 ? fixed(.date, 8) : nil
    case 4: return counted(.data, start, low, unit: 1, bytes)
    case 5, 7: return counted(.string, start, low, unit: 1, bytes)
    case 6: return counted(.string, start, low, unit: 2, bytes)
    case 8: return fixed(.uid, low + 1)
    case 10, 11, 12: return counted(.array, start, low, unit: referenceSize, bytes)
    case 13: return counted(.dictionary, start, low, unit: referenceSize * 2, bytes)
    default: return nil
    }
  }

  /// The number of a container's child, the keys of a dictionary before its values.
  func reference(_ node: PlistNode, _ position: Int, _ bytes: Span<UInt8>) -> Int? {
    Self.number(bytes, node.content.lowerBound + position * referenceSize, referenceSize)
  }

  /// A big-endian number; nil if it is no positive `Int`.
  static func number(_ bytes: Span<UInt8>, _ start: Int, _ size: Int) -> Int? {
    var value: UInt64 = 0
    for offset in 0..<size {
      guard value >> 56 == 0 else { return nil }
      value = value << 8 | UInt64(bytes[start + offset])
    }
    return Int(exactly: value)
  }

  /// An object whose size is in its marker or in an integer behind that.
  private func counted(
    _ kind: PlistNode.Kind,
    _ start: Int,
    _ low: Int,
    unit: Int,
    _ bytes: Span<UInt8>
  ) -> PlistNode? {
    var content = start + 1
    var count = low
    if low == 15 {
      guard content < table, bytes[content] >> 4 == 1, bytes[content] & 15 <= 3 else { return nil }
      let size = 1 << Int(bytes[content] & 15)
      guard size < table - content,
        let number = Self.number(bytes, content + 1, size)
      else { return nil }
      count = number
      content += 1 + size
    }
    guard count <= (table - content) / unit else { return nil }
    let end = content + count * unit
    return PlistNode(
      kind: kind,
      spelling: kind == .string && unit == 2 ? .wide : .plain,
      element: start..<end,
      content: content..<end,
      count: count
    )
  }
}
