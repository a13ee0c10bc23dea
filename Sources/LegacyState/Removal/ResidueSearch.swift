public import Secrets

/// Looks for tokens in bytes that must not hold them any more, in every spelling that files have for them.
///
/// Found are: the bytes themselves, JSON (`\/`), XML references, percent-encoding, also twice, base64 in each of the
/// three alignments and both alphabets, also over several lines, UTF-16 in both byte orders, and base64 of UTF-16, JSON
/// and percent-encoding. One pass serves all tokens at once. What was otherwise encoded twice or compressed is not found.
public struct ResidueSearch: Sendable {
  /// How a token was spelled.
  public enum Spelling: String, Hashable, Sendable, CaseIterable {
    case raw
    case json
    case xml
    case percent
    case base64
    case hex
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
  }

  /// One hit.
  public struct Residue: Hashable, Sendable {
    /// Which of the tokens, by its number in the order they were given.
    public let token: Int
    /// How it was spelled.
    public let spelling: Spelling
    /// Where it starts.
    public let offset: Int
  }

  /// Anything shorter turns up by chance.
  static let shortestToken = 8

  /// Of a longer one its beginning and its end are looked for, each in every spelling.
  private static let longestWhole = 16 << 10
  private static let part = 4 << 10

  private let needles: NeedleSet

  /// Prepares a search.
  ///
  /// - Parameter tokens: What to look for; those under 8 bytes are left out, they would turn up by chance.
  public init(tokens: [SecretBytes]) {
    var needles = NeedleSet()
    for (number, token) in tokens.enumerated() where token.count >= Self.shortestToken {
      for part in Self.parts(of: token) {
        for (spelling, bytes) in TokenSpellings.all(of: part) {
          needles.add(bytes, token: number, spelling: spelling)
        }
      }
    }
    self.needles = needles
  }

  private static func parts(of token: SecretBytes) -> [SecretBytes] {
    guard token.count > longestWhole else { return [token] }
    return token.withBytes { bytes in
      [0..<part, bytes.count - part..<bytes.count].map { range in
        SecretBytes(capacity: part) { (output: inout OutputSpan<UInt8>) in
          for at in range { output.append(bytes[at]) }
        }
      }
    }
  }

  /// How much two pieces of a file have to overlap so that nothing is missed between them.
  public var overlap: Int { max(needles.longest - 1, 0) * 3 / 2 + (needles.longest > 0 ? 256 : 0) }

  /// Searches bytes.
  ///
  /// - Parameter bytes: A file, or a piece of one.
  /// - Returns: Every hit in the order of offsets.
  public func occurrences(in bytes: Span<UInt8>) -> [Residue] {
    let found = needles.occurrences(in: bytes)
    guard needles.longest > 0, let folded = FoldedLines(bytes, reach: needles.longest) else {
      return found
    }
    var known = Set(found)
    for hit in folded.text.withBytes({ needles.occurrences(in: $0) }) {
      known.insert(
        Residue(token: hit.token, spelling: hit.spelling, offset: folded.source(of: hit.offset))
      )
    }
    return known.count == found.count
      ? found : known.sorted { ($0.offset, $0.token) < ($1.offset, $1.token) }
  }

  /// Searches bytes.
  ///
  /// - Parameter bytes: A file, or a piece of one.
  /// - Returns: Every hit in the order of offsets.
  public func occurrences(in bytes: SecretBytes) -> [Residue] {
    bytes.withBytes { occurrences(in: $0) }
  }
}
