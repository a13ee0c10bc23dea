/// One write of a LevelDB store.
struct LevelDBEntry {
  let key: [UInt8]
  /// Of several writes of one key the one with the highest number counts.
  let sequence: UInt64
  /// Whether the key was deleted by it.
  let isDeletion: Bool
  /// The block or record in the file that holds it.
  let range: Range<Int>
}

/// Receives an entry and its value, which is lent for the call.
typealias LevelDBVisit = (LevelDBEntry, Span<UInt8>) -> Void
