import Archive
import POSIX
import Secrets

/// Finds a stream of gzip behind the end of the first ones, where readers of archives stop: behind zeros, with which some
/// programs fill up to the end of a block, or behind anything else.
enum GzipRemainder {
  /// Where the streams end that a reader takes for one, and where another begins.
  struct Place {
    let end: Int
    let next: Int
  }

  /// Nil if there is none, or nobody can tell.
  static func of(_ document: DocumentContent, _ limits: ScanLimits) throws(FileFailure) -> Place? {
    guard document.head.bytes.first == CompressedMark.gzip,
      document.head.size <= limits.documentBytes
    else { return nil }
    let bytes = try document.whole()
    // Most files have no second beginning anywhere, and are not inflated once more for it.
    guard next(in: bytes, from: 1) != nil else { return nil }
    let most = min(
      limits.documentBytes,
      max(limits.archives.freeBytes, document.head.size * limits.archives.ratio)
    )
    var end = 0
    for _ in 0..<mostStreams {
      let rest = bytes.withBytes { SecretBytes(copying: $0.extracting(end..<$0.count)) }
      guard case .whole(_, let length) = try? CompressedBytes.inflate(rest, limit: most) else {
        return nil
      }
      end += length
      guard let next = next(in: bytes, from: end) else { return nil }
      if next > end { return Place(end: end, next: next) }
    }
    return nil
  }

  private static let mostStreams = 64
  private static let sample = 32 << 10

  /// The next place at which a stream begins.
  private static func next(in bytes: SecretBytes, from start: Int) -> Int? {
    var at = start
    while let place = bytes.withBytes({ bytes -> Int? in
      guard at < bytes.count else { return nil }
      return bytes.firstIndex(of: CompressedMark.gzip, in: at..<bytes.count)
    }) {
      at = place + 1
      guard begins(in: bytes, at: place) else { continue }
      return place
    }
    return nil
  }

  /// Whether a stream begins at a place: a header that can be one, with data that can be inflated.
  static func begins(in bytes: SecretBytes, at place: Int) -> Bool {
    let head = bytes.withBytes { bytes -> SecretBytes? in
      // The method, no flag that is reserved, and what little the standard knows of levels and systems.
      guard place + 18 <= bytes.count, bytes[place] == CompressedMark.gzip,
        bytes[place + 1] == 0x8B, bytes[place + 2] == 8, bytes[place + 3] & 0xE0 == 0,
        [0, 2, 4].contains(bytes[place + 8]),
        bytes[place + 9] <= 13 || bytes[place + 9] == 255
      else { return nil }
      return SecretBytes(copying: bytes.extracting(place..<min(bytes.count, place + sample)))
    }
    guard let head, let begun = try? CompressedBytes.inflate(head, limit: 8 << 20) else {
      return false
    }
    if case .cutOff(_, isDamaged: true) = begun { return false }
    return true
  }
}
