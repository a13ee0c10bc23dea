import Secrets

/// Many byte strings, looked for together.
///
/// A table of 64 Ki bits over a hash of four bytes tells for almost every offset that no needle starts there.
struct NeedleSet: Sendable {
  private struct Needle: Sendable {
    let bytes: SecretBytes
    let token: Int
    let spelling: ResidueSearch.Spelling
  }

  private var filter = [UInt64](repeating: 0, count: 1024)
  private var byPrefix: [UInt32: [Needle]] = [:]
  private(set) var longest = 0

  /// Adds a needle of at least four bytes; the same bytes for one token only once.
  mutating func add(_ bytes: SecretBytes, token: Int, spelling: ResidueSearch.Spelling) {
    guard bytes.count >= 4 else { return }
    let prefix = bytes.withBytes { Self.prefix(of: $0, at: 0) }
    let known = byPrefix[prefix] ?? []
    guard !known.contains(where: { $0.token == token && $0.bytes.equals(bytes) }) else { return }
    byPrefix[prefix] = known + [Needle(bytes: bytes, token: token, spelling: spelling)]
    let slot = Self.slot(of: prefix)
    filter[slot >> 6] |= 1 << UInt64(slot & 63)
    longest = max(longest, bytes.count)
  }

  func occurrences(in bytes: Span<UInt8>) -> [ResidueSearch.Residue] {
    guard !byPrefix.isEmpty, bytes.count >= 4 else { return [] }
    var found: [ResidueSearch.Residue] = []
    let filter = filter.span
    for offset in 0...bytes.count - 4 {
      let prefix = Self.prefix(of: bytes, at: offset)
      let slot = Self.slot(of: prefix)
      guard filter[slot >> 6] >> UInt64(slot & 63) & 1 == 1 else { continue }
      for needle in byPrefix[prefix] ?? [] where Self.matches(needle.bytes, bytes, offset) {
        found.append(
          ResidueSearch.Residue(token: needle.token, spelling: needle.spelling, offset: offset)
        )
      }
    }
    return found
  }

  private static func prefix(of bytes: Span<UInt8>, at offset: Int) -> UInt32 {
    unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  private static func slot(of prefix: UInt32) -> Int { Int((prefix &* 2_654_435_761) >> 16) }

  private static func matches(_ needle: SecretBytes, _ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    guard offset + needle.count <= bytes.count else { return false }
    return needle.withBytes { needle in
      needle.indices.allSatisfy { needle[$0] == bytes[offset + $0] }
    }
  }
}
