import Secrets

/// Many byte strings, looked for together.
///
/// Each is known by eight of its bytes, chosen so that few others have the same there: the tokens of one provider all
/// begin alike. A table of a million bits over a hash of them tells for almost every offset that nothing is there.
struct NeedleSet: Sendable {
  private struct Needle: Sendable {
    let bytes: SecretBytes
    /// Where in it the eight bytes stand that it is known by.
    let keyOffset: Int
    let token: Int
    let spelling: ResidueSearch.Spelling
  }

  /// Where a needle stands.
  struct Hit {
    let token: Int
    let spelling: ResidueSearch.Spelling
    let range: Range<Int>
  }

  private static let keyLength = 8

  private var filter = [UInt64](repeating: 0, count: 1 << 14)
  private var byKey: [UInt64: [Needle]] = [:]
  private(set) var longest = 0

  /// Adds a needle of at least eight bytes; the same bytes for one token only once.
  mutating func add(_ bytes: SecretBytes, token: Int, spelling: ResidueSearch.Spelling) {
    let last = bytes.count - Self.keyLength
    guard last >= 0 else { return }
    // Behind a common beginning, before a common end.
    let candidates = [last / 2, last, last / 4, last * 3 / 4, 0]
    let keys = bytes.withBytes { span in candidates.map { Self.key(of: span, at: $0) } }
    guard !keys.contains(where: { isKnown(bytes, token, under: $0) }) else { return }
    let best = candidates.indices.min {
      (byKey[keys[$0]]?.count ?? 0) < (byKey[keys[$1]]?.count ?? 0)
    }
    guard let best else { return }
    byKey[keys[best], default: []].append(
      Needle(bytes: bytes, keyOffset: candidates[best], token: token, spelling: spelling)
    )
    let slot = Self.slot(of: keys[best])
    filter[slot >> 6] |= 1 << UInt64(slot & 63)
    longest = max(longest, bytes.count)
  }

  /// Every needle that stands there, in the order of their beginnings.
  func hits(in bytes: Span<UInt8>) -> [Hit] {
    guard !byKey.isEmpty, bytes.count >= Self.keyLength else { return [] }
    var found: [Hit] = []
    let filter = filter.span
    for offset in 0...bytes.count - Self.keyLength {
      let key = Self.key(of: bytes, at: offset)
      let slot = Self.slot(of: key)
      guard filter[slot >> 6] >> UInt64(slot & 63) & 1 == 1 else { continue }
      for needle in byKey[key] ?? [] where Self.matches(needle, bytes, offset) {
        let start = offset - needle.keyOffset
        found.append(
          Hit(
            token: needle.token,
            spelling: needle.spelling,
            range: start..<start + needle.bytes.count
          )
        )
      }
    }
    // Needles are met where their key stands, which need not be the order of their beginnings.
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func isKnown(_ bytes: SecretBytes, _ token: Int, under key: UInt64) -> Bool {
    byKey[key]?.contains { $0.token == token && $0.bytes.equals(bytes) } == true
  }

  private static func key(of bytes: Span<UInt8>, at offset: Int) -> UInt64 {
    unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  private static func slot(of key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> 44) }

  private static func matches(_ needle: Needle, _ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    let start = offset - needle.keyOffset
    guard start >= 0, start + needle.bytes.count <= bytes.count else { return false }
    return needle.bytes.withBytes { wanted in
      wanted.indices.allSatisfy { wanted[$0] == bytes[start + $0] }
    }
  }
}
