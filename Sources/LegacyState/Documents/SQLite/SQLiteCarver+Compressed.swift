import Archive
import Secrets

extension SQLiteCarver {
  /// No state gives more.
  private static let mostContent = 1 << 20
  /// So many beginnings in a part of a page are tried; what only looks like one is rare.
  private static let mostTries = 32

  /// What streams of gzip and zlib in a part of a page give, if it has marks.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - range: The part that belongs to nothing.
  ///   - next: Gives the page that a stream goes on to.
  /// - Returns: In the order in which they stand.
  mutating func compressed(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    next: (Int) -> SQLitePage?
  ) -> [Text] {
    var found: [Text] = []
    var tries = 0
    var at = range.lowerBound
    while tries < Self.mostTries, let start = Self.start(in: bytes, at..<range.upperBound) {
      at = start + 1
      tries += 1
      let here = SecretBytes(copying: bytes.extracting(start..<range.upperBound))
      guard let (content, length) = inflated(here, bytes, start..<range.upperBound, next) else {
        continue
      }
      at = min(start + length, range.upperBound)
      if content.withBytes({ Marks.occur(in: $0) }) {
        found.append(Text(bytes: content, offset: start))
      }
    }
    return found
  }

  /// What a stream gives, here or with the pages that it goes on to; of one that is cut off what came out.
  private mutating func inflated(
    _ here: SecretBytes,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ next: (Int) -> SQLitePage?
  ) -> (SecretBytes, length: Int)? {
    switch try? CompressedBytes.inflate(here, limit: Self.mostContent) {
    case .whole(let content, let length): return (content, length)
    case .cutOff(let content, _):
      guard !content.isEmpty else { return nil }
      if let whole = followed(bytes, range, next) { return (whole, range.count) }
      return (content, range.count)
    case .tooLong, nil: return nil
    }
  }

  /// The same with the pages whose number the last bytes of the part are.
  private mutating func followed(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ next: (Int) -> SQLitePage?
  ) -> SecretBytes? {
    guard range.count > 8 else { return nil }
    let end = range.upperBound - 4
    let number = Int(bytes.uint32(at: end))
    guard number > 0, number < 1 << 24 else { return nil }
    var raw = (range.lowerBound..<end).map { bytes[$0] }
    let before = raw.count
    append(from: number, to: &raw, next)
    guard raw.count > before,
      case .whole(let content, _) = try? CompressedBytes.inflate(
        SecretBytes(wiping: &raw),
        limit: Self.mostContent
      )
    else { return nil }
    return content
  }

  /// The next place at which a stream may begin; of zlib the first two bytes have a sum that fits.
  private static func start(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    range.first { at in
      guard bytes[at] == CompressedMark.gzip || bytes[at] == 0x78,
        at + 16 < range.upperBound, CompressedMark.isStart(bytes, at: at)
      else { return false }
      return bytes[at] == CompressedMark.gzip
        || (Int(bytes[at]) << 8 | Int(bytes[at + 1])) % 31 == 0
    }
  }
}
