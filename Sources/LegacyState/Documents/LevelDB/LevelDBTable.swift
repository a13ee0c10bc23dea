import Secrets

/// Reads a sorted table of a LevelDB store (`.ldb`, `.sst`): blocks, mostly compressed, of entries that share the
/// beginnings of their keys.
///
/// - SeeAlso: https://github.com/google/leveldb/blob/main/doc/table_format.md
struct LevelDBTable {
  private static let footerBytes = 48
  private static let magic: [UInt8] = [0x57, 0xFB, 0x80, 0x8B, 0x24, 0x75, 0x47, 0xDB]
  /// What one block may inflate to; LevelDB makes them of 4 KiB, a single value may be larger.
  private static let blockLimit = 64 << 20

  /// The blocks with entries.
  private let blocks: [Range<Int>]
  /// How much all of them may inflate to.
  private let totalLimit: Int

  /// Whether the last bytes are those of a table.
  static func ends(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= footerBytes else { return false }
    let start = bytes.count - magic.count
    return magic.indices.allSatisfy { bytes[start + $0] == magic[$0] }
  }

  /// Reads the index; nil if the file is no table, or its index is broken.
  init?(_ bytes: Span<UInt8>, totalLimit: Int) {
    guard Self.ends(bytes) else { return nil }
    let footer = bytes.count - Self.footerBytes
    var at = footer
    guard Self.handle(bytes, &at, footer) != nil, let index = Self.handle(bytes, &at, footer),
      let content = Self.content(bytes, index)
    else { return nil }
    var blocks: [Range<Int>] = []
    let isSound = content.withBytes { span in
      var isSound = true
      let isWhole = Self.entries(in: span) { _, value in
        var at = value.lowerBound
        guard let block = Self.handle(span, &at, footer, end: value.upperBound) else {
          isSound = false
          return
        }
        blocks.append(block)
      }
      return isWhole && isSound
    }
    guard isSound else { return nil }
    self.blocks = blocks
    self.totalLimit = totalLimit
  }

  /// Gives the entries of all blocks.
  ///
  /// - Returns: Whether every block could be read.
  func read(_ bytes: Span<UInt8>, _ visit: LevelDBVisit) -> Bool {
    var left = totalLimit
    var isWhole = true
    for block in blocks {
      guard let content = Self.content(bytes, block), content.count <= left else {
        isWhole = false
        continue
      }
      left -= content.count
      content.withBytes { span in
        let isSound = Self.entries(in: span) { key, value in
          // Behind the key stand the sequence number and the kind.
          guard key.count >= 8 else { return }
          let trailer = key.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          let entry = LevelDBEntry(
            key: Array(key.dropLast(8)),
            sequence: trailer >> 8,
            isDeletion: trailer & 0xFF == 0,
            range: block
          )
          visit(entry, span.extracting(value))
        }
        isWhole = isWhole && isSound
      }
    }
    return isWhole
  }

  /// An offset and a length; nil if they lead beyond the blocks.
  private static func handle(
    _ bytes: Span<UInt8>,
    _ at: inout Int,
    _ limit: Int,
    end: Int? = nil
  ) -> Range<Int>? {
    let end = end ?? bytes.count
    guard let offset = Varint(bytes, at: at, end: end),
      let size = Varint(bytes, at: offset.end, end: end), offset.value <= UInt64(limit),
      // Behind each block stand its kind and its checksum.
      size.value &+ 5 <= UInt64(limit) - offset.value, size.value < UInt64(limit)
    else { return nil }
    at = size.end
    return Int(offset.value)..<Int(offset.value + size.value)
  }

  private static func content(_ bytes: Span<UInt8>, _ block: Range<Int>) -> SecretBytes? {
    switch bytes[block.upperBound] {
    case 0: SecretBytes(copying: bytes.extracting(block))
    case 1: Snappy.decode(bytes.extracting(block), limit: blockLimit)
    default: nil
    }
  }

  /// Gives the keys and values of a block; false if it is broken.
  private static func entries(
    in block: Span<UInt8>,
    _ visit: ([UInt8], Range<Int>) -> Void
  ) -> Bool {
    guard block.count >= 4 else { return false }
    let last = block.count - 4
    let restarts = (0..<4).reduce(0) { $0 | Int(block[last + $1]) << (8 * $1) }
    guard restarts <= last / 4 else { return false }
    let end = last - restarts * 4
    var key: [UInt8] = []
    var at = 0
    while at < end {
      guard let shared = Varint(block, at: at, end: end),
        let own = Varint(block, at: shared.end, end: end),
        let value = Varint(block, at: own.end, end: end), shared.value <= UInt64(key.count),
        own.value <= UInt64(end - value.end),
        value.value <= UInt64(end - value.end) - own.value
      else { return false }
      key.removeSubrange(Int(shared.value)...)
      for offset in 0..<Int(own.value) { key.append(block[value.end + offset]) }
      at = value.end + Int(own.value)
      visit(key, at..<at + Int(value.value))
      at += Int(value.value)
    }
    return true
  }
}
