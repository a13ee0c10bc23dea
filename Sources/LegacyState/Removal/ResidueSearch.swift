public import Secrets

/// Looks for tokens in bytes that must not hold them any more, in every spelling that files have for them.
///
/// Found are: the bytes themselves; whatever letters of them are escaped, in JSON and programs, as XML references or in
/// percent-encoding, up to three times over; base64 in each of the three alignments and both alphabets, also over
/// several lines; hex; UTF-16 in both byte orders, escaped too; and base64 of UTF-16, JSON and percent-encoding. One
/// pass serves all tokens at once. What was otherwise encoded twice or compressed is not found.
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

  /// An escape that is escaped again and again: XML that holds JSON that holds JSON.
  private static let rounds = 3
  /// So many bytes take one letter at most, of those that are escaped all over: `\\\\u0041`, or less of it in UTF-16.
  private static let widestLetter = 14
  /// So much of a text is unescaped at once.
  private static let window = 1 << 20

  private let needles: NeedleSet
  private let longestToken: Int

  /// Prepares a search.
  ///
  /// - Parameter tokens: What to look for; those under 8 bytes are left out, they would turn up by chance.
  public init(tokens: [SecretBytes]) {
    var needles = NeedleSet()
    var longest = 0
    for (number, token) in tokens.enumerated() where token.count >= Self.shortestToken {
      for part in Self.parts(of: token) {
        longest = max(longest, part.count)
        for (spelling, bytes) in TokenSpellings.all(of: part) {
          needles.add(bytes, token: number, spelling: spelling)
        }
        // A token that looks escaped itself is met without its escapes wherever all escapes are undone.
        var rest = Self.rounds
        var bare = Self.unescaped(part)
        while rest > 0, let text = bare, text.count >= Self.shortestToken {
          needles.add(text, token: number, spelling: .raw)
          bare = Self.unescaped(text)
          rest -= 1
        }
      }
    }
    self.needles = needles
    self.longestToken = longest
  }

  private static func unescaped(_ text: SecretBytes) -> SecretBytes? {
    text.withBytes { UnescapedText($0, reach: $0.count)?.text }
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
  public var overlap: Int {
    guard needles.longest > 0 else { return 0 }
    return max(needles.longest * 3 / 2, longestToken * Self.widestLetter) + 256
  }

  /// Searches bytes.
  ///
  /// - Parameter bytes: A file, or a piece of one.
  /// - Returns: Every hit in the order of offsets.
  public func occurrences(in bytes: Span<UInt8>) -> [Residue] {
    guard needles.longest > 0 else { return [] }
    var found = Findings()
    for hit in needles.hits(in: bytes) { found.add(hit, at: hit.range.lowerBound) }
    searchLines(of: bytes, into: &found) { $0 }
    var start = 0
    var end = 0
    while end < bytes.count {
      end = min(start + Self.window + overlap, bytes.count)
      let first = start
      search(bytes.extracting(start..<end), rounds: Self.rounds, into: &found) { first + $0 }
      start += Self.window
    }
    return found.sorted
  }

  /// Searches bytes.
  ///
  /// - Parameter bytes: A file, or a piece of one.
  /// - Returns: Every hit in the order of offsets.
  public func occurrences(in bytes: SecretBytes) -> [Residue] {
    bytes.withBytes { occurrences(in: $0) }
  }
}

extension ResidueSearch {
  /// What was found, each token once at a place.
  private struct Findings {
    private struct Place: Hashable {
      let token: Int
      let offset: Int
    }

    private var residues: [Residue] = []
    private var places: Set<Place> = []
    private var isSorted = true

    /// Adds a hit of the text itself.
    mutating func add(_ hit: NeedleSet.Hit, at offset: Int) {
      places.insert(Place(token: hit.token, offset: offset))
      residues.append(Residue(token: hit.token, spelling: hit.spelling, offset: offset))
    }

    /// Adds a hit in a text that was made of it, unless the token is known to stand there.
    mutating func add(
      _ hit: NeedleSet.Hit,
      at offset: Int,
      spelled spelling: ResidueSearch.Spelling
    ) {
      guard places.insert(Place(token: hit.token, offset: offset)).inserted else { return }
      residues.append(Residue(token: hit.token, spelling: spelling, offset: offset))
      isSorted = false
    }

    var sorted: [Residue] {
      isSorted ? residues : residues.sorted { ($0.offset, $0.token) < ($1.offset, $1.token) }
    }
  }

  /// Searches what stands around line ends.
  private func searchLines(
    of bytes: Span<UInt8>,
    into found: inout Findings,
    from source: (Int) -> Int
  ) {
    guard let folded = FoldedLines(bytes, reach: needles.longest) else { return }
    for hit in folded.text.withBytes({ needles.hits(in: $0) }) {
      let offset = source(folded.source(of: hit.range.lowerBound))
      found.add(hit, at: offset, spelled: hit.spelling)
    }
  }

  /// Searches what stands around escapes, and around those that come out when these are undone.
  private func search(
    _ bytes: Span<UInt8>,
    rounds: Int,
    into found: inout Findings,
    from source: (Int) -> Int
  ) {
    guard rounds > 0, let unescaped = UnescapedText(bytes, reach: needles.longest) else { return }
    unescaped.text.withBytes { text in
      for hit in needles.hits(in: text) {
        // What stands between two escapes was found before.
        guard let spelling = unescaped.spelling(in: hit.range) else { continue }
        let offset = source(unescaped.source(of: hit.range.lowerBound))
        found.add(hit, at: offset, spelled: hit.spelling == .raw ? spelling : hit.spelling)
      }
      searchLines(of: text, into: &found) { source(unescaped.source(of: $0)) }
      search(text, rounds: rounds - 1, into: &found) { source(unescaped.source(of: $0)) }
    }
  }
}
