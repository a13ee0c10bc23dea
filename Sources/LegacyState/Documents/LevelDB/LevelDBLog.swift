import Secrets

/// Reads the log of a LevelDB store: blocks of 32 KiB with records, each record a piece of a batch of writes.
///
/// - SeeAlso: https://github.com/google/leveldb/blob/main/doc/log_format.md
enum LevelDBLog {
  private static let blockBytes = 32_768
  private static let headerBytes = 7
  private static let full: UInt8 = 1
  private static let first: UInt8 = 2
  private static let middle: UInt8 = 3
  private static let last: UInt8 = 4

  /// Whether a file begins with a record that is a batch, or begins one.
  static func begins(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count > headerBytes + 13, bytes[6] == full || bytes[6] == first else {
      return false
    }
    let length = Int(bytes[4]) | Int(bytes[5]) << 8
    let end = headerBytes + length
    guard length > 13, end <= blockBytes, bytes[6] == full || end == blockBytes,
      Batch(bytes, in: headerBytes..<min(end, bytes.count)) != nil
    else { return false }
    guard end <= bytes.count else { return true }
    let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[$1]) << UInt32(8 * $1) }
    return CRC32C.masked(of: bytes.extracting(6..<end)) == stored
  }

  /// Gives the records, put together from their pieces, and where each begins and ends in the file.
  ///
  /// What fits no rule ends its block, as for LevelDB itself, and the next one goes on.
  static func records(in bytes: Span<UInt8>, _ visit: (Span<UInt8>, Range<Int>) -> Void) {
    var started: (range: Range<Int>, pieces: [Range<Int>])?
    var block = 0
    while block < bytes.count {
      let end = min(block + blockBytes, bytes.count)
      var at = block
      while at + headerBytes <= end {
        let length = Int(bytes[at + 4]) | Int(bytes[at + 5]) << 8
        let type = bytes[at + 6]
        let piece = at + headerBytes..<at + headerBytes + length
        guard piece.upperBound <= end, type >= full, type <= last else { break }
        switch type {
        case full:
          started = nil
          visit(bytes.extracting(piece), at..<piece.upperBound)
        case first:
          started = (at..<piece.upperBound, [piece])
        default:
          guard let open = started else { break }
          let range = open.range.lowerBound..<piece.upperBound
          started = (range, open.pieces + [piece])
          guard type == last else { break }
          let whole = SecretBytes.joined(
            (open.pieces + [piece]).map { SecretBytes(copying: bytes.extracting($0)) }
          )
          whole.withBytes { visit($0, range) }
          started = nil
        }
        at = piece.upperBound
      }
      block += blockBytes
    }
  }

  /// Gives the writes of all records.
  static func read(_ bytes: Span<UInt8>, _ visit: LevelDBVisit) {
    records(in: bytes) { record, range in
      guard var batch = Batch(record, in: 0..<record.count) else { return }
      while let write = batch.next(record) {
        let entry = LevelDBEntry(
          key: write.key.map { record[$0] },
          sequence: write.sequence,
          isDeletion: write.value == nil,
          range: range
        )
        visit(entry, record.extracting(write.value ?? 0..<0))
      }
    }
  }

  /// The writes in a record: the first's number, how many there are, and each with a length before key and value.
  private struct Batch {
    private var sequence: UInt64
    private var left: UInt64
    private var at: Int
    private let end: Int

    init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
      guard range.count > 13 else { return nil }
      let start = range.lowerBound
      sequence = (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
      left = (0..<4).reduce(UInt64(0)) { $0 | UInt64(bytes[start + 8 + $1]) << UInt64(8 * $1) }
      at = start + 12
      end = range.upperBound
      guard sequence < 1 << 56, left > 0, bytes[at] < 2 else { return nil }
    }

    mutating func next(
      _ bytes: Span<UInt8>
    ) -> (key: Range<Int>, value: Range<Int>?, sequence: UInt64)? {
      guard left > 0, at < end, bytes[at] < 2 else { return nil }
      let isWrite = bytes[at] == 1
      at += 1
      guard let key = text(bytes) else { return nil }
      var value: Range<Int>?
      if isWrite {
        guard let text = text(bytes) else { return nil }
        value = text
      }
      defer {
        sequence &+= 1
        left -= 1
      }
      return (key, value, sequence)
    }

    private mutating func text(_ bytes: Span<UInt8>) -> Range<Int>? {
      guard let length = Varint(bytes, at: at, end: end), length.value <= UInt64(end - length.end)
      else { return nil }
      at = length.end + Int(length.value)
      return length.end..<at
    }
  }
}

/// The checksum of LevelDB's records and blocks.
enum CRC32C {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
  }

  /// Turned and shifted, as LevelDB stores it.
  static func masked(of bytes: Span<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for at in bytes.indices { sum = sum >> 8 ^ table[Int((sum ^ UInt32(bytes[at])) & 0xFF)] }
    sum = ~sum
    return (sum >> 15 | sum << 17) &+ 0xA282_EAD8
  }
}
