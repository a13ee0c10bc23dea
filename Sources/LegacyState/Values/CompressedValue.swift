import Archive
import Secrets

/// Bytes that were compressed, as gzip (RFC 1952) or zlib (RFC 1950).
///
/// A state that is all there is in them goes with the value; one that is only a part stays, for nothing says how the
/// rest was compressed.
enum CompressedValue: ValueReader {
  /// No value that holds states gives more; a few bytes could give a thousand times as many.
  private static let mostBytes = 16 << 20

  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    bytes.count > 20 && CompressedMark.isStart(bytes, at: 0)
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let place = value.origin.map { context.locator([], at: $0) }
    let isGzip = value.bytes.withBytes { $0[0] == CompressedMark.gzip }
    let name = isGzip ? "gzip" : "zlib"
    let inflated: CompressedBytes.Inflated
    do throws(ArchiveFailure) {
      inflated = try CompressedBytes.inflate(value.bytes, limit: mostBytes)
    } catch {
      return try emit(.failure(.unreadable("a compressed value: \(error)"), place))
    }
    switch inflated {
    case .whole(let content, let length):
      let rest = length..<value.bytes.count
      guard value.bytes.withBytes({ Values.isWorthReading($0.extracting(rest)) }) else {
        return try unwrapForGood(content, of: value, as: name, context, emit: emit)
      }
      // What stands behind the stream would go with the value.
      let stays: Emit = { finding throws(ScanStopped) in try emit(finding.withRemoval(.no)) }
      try unwrapForGood(content, of: value, as: name, context, emit: stays)
      let behind = value.bytes.withBytes { SecretBytes(copying: $0.extracting(rest)) }
      let place = FixedPlace(layer: value, range: rest)
      try Values.read(Layer(behind, origin: place), context, emit: stays)
    case .cutOff(let content, _):
      guard try context.budget.spend(content.count, at: place, emit: emit),
        content.withBytes({ Marks.occur(in: $0) })
      else { return }
      try emit(.failure(.brokenState("its compressed data is cut off or damaged"), place))
    case .tooLong:
      // Paid for although it was thrown away, so that a thousand of them cost no more than ten.
      context.budget.waste(mostBytes)
      let words = "a compressed value gives more than \(mostBytes >> 20) MiB and was not read"
      try emit(.failure(.valuesUnread(words), place))
    }
  }
}

/// The first bytes of compressed data.
enum CompressedMark {
  /// What gzip starts with.
  static let gzip: UInt8 = 0x1F

  /// What compressed data begin with in base64: gzip, and zlib of the usual window.
  static let spellings: [StaticString] = [
    "H4sI", "eAE", "eAF", "eAG", "eAH", "eF4", "eF5", "eF6", "eF7", "eJw", "eJx", "eJy", "eJz",
    "eNo", "eNp", "eNq", "eNr",
  ]

  /// The same in hex.
  static let hexSpellings: [StaticString] = [
    "1f8b08", "1F8B08", "7801", "785e", "785E", "789c", "789C", "78da", "78DA",
  ]

  /// Whether a stream of gzip or zlib begins here.
  static func isStart(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    guard start + 3 < bytes.count else { return false }
    return isStart(bytes[start], bytes[start + 1], bytes[start + 2])
  }

  /// Whether these three can be the first.
  ///
  /// gzip: two bytes of its own and the only method there is. zlib: the usual window and one of its four levels; the
  /// third byte is a block of deflate's, which is never of the type that does not exist.
  static func isStart(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    if first == gzip { return second == 0x8B && third == 0x08 }
    guard first == 0x78, third >> 1 & 3 != 3 else { return false }
    return second == 0x01 || second == 0x5E || second == 0x9C || second == 0xDA
  }

  /// Whether gzip begins anywhere in the range.
  static func gzipOccurs(in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while let hit = bytes.firstIndex(of: gzip, in: at..<range.upperBound) {
      if hit + 3 < range.upperBound, isGzip(bytes, at: hit) { return true }
      at = hit + 1
    }
    return false
  }

  /// How many bytes a header of gzip has at least.
  static let gzipHeaderBytes = 10

  /// Whether a header of gzip stands at a place (RFC 1952 section 2.3), as far as there are bytes.
  ///
  /// Its flags have three bits that are never set, how hard it was compressed is one of three numbers, and fourteen
  /// systems have one: noise looks so once in many terabytes.
  static func isGzip(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    func byte(_ offset: Int) -> UInt8? {
      start + offset < bytes.count ? bytes[start + offset] : nil
    }
    guard byte(0) == gzip, byte(1) == 0x8B, byte(2) == 0x08, (byte(3) ?? 0) < 0x20 else {
      return false
    }
    let (level, system) = (byte(8) ?? 0, byte(9) ?? 0)
    return [0, 2, 4].contains(level) && (system < 14 || system == 255)
  }
}
