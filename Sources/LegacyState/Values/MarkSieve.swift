import POSIX

/// The first look at the bytes of a document: one pass that tells what more than half of all files have nothing of.
///
/// Each word is looked for by three of its letters, those that are rarest in what files hold. What this finds nothing of
/// is not there; what it finds may still be nothing, and is looked at again by who needs it.
struct MarkSieve: Sendable {
  /// What may be among the bytes.
  struct Kinds: OptionSet, Hashable {
    let rawValue: UInt8

    /// A word of ``Marks``, in any spelling.
    static let mark = Kinds(rawValue: 1)
    /// What ``HiddenMarks`` looks for; never told of bytes that hide nothing.
    static let hidden = Kinds(rawValue: 2)
    /// The name of a token or proof key, as requests, responses and apps spell it.
    static let tokenName = Kinds(rawValue: 4)
    /// The key of flutter_secure_storage for web sites.
    static let secureStorage = Kinds(rawValue: 8)

    /// The beginning of a property list, which may stand in a cell of a database.
    static let propertyList = Kinds(rawValue: 16)
    /// The tables of iOS' NSURLCache.
    static let urlCache = Kinds(rawValue: 32)

    /// What compressed data begin with in base64 or hex, wherever in a word it stands.
    static let compressed = Kinds(rawValue: 64)

    static let all: Kinds = [
      .mark, .hidden, .tokenName, .secureStorage, .propertyList, .urlCache, .compressed,
    ]
  }

  /// A word, where its group stands in it, and what it tells.
  struct Word {
    let bytes: [UInt8]
    let kind: Kinds
    fileprivate(set) var offset = 0
  }

  static let shared = MarkSieve()

  let words: [Word]
  private let sieve: ByteSieve
  /// For each byte the groups that have it at their first, second and third place, one bit each.
  private let places: [UInt64]
  /// The words of each group.
  private let members: [[Int]]

  init(_ width: ByteSieve.Width = .widest) {
    var words = Marks.words.map { Word(bytes: $0.bytes, kind: .mark) }
    words += Self.tokenNames.map { Word(bytes: Array($0.utf8), kind: .tokenName) }
    words.append(Word(bytes: Array("FlutterSecureStorage\"".utf8), kind: .secureStorage))
    words += ["bplist", "<plist"].map { Word(bytes: Array($0.utf8), kind: .propertyList) }
    words.append(Word(bytes: Array("cfurl_cache_response".utf8), kind: .urlCache))
    words += CompressedMark.spellings.map {
      Word(bytes: Array($0.description.utf8), kind: .compressed)
    }
    words.append(Word(bytes: [CompressedMark.gzip, 0x8B, 0x08], kind: .hidden))
    let groups = ByteGroups(words.map(\.bytes))
    for index in words.indices { words[index].offset = groups.offsets[index] }
    self.words = words
    members = groups.all.indices.map { group in
      words.indices.filter { groups.numbers[$0] == group }
    }
    var places = [UInt64](repeating: 0, count: 3 * 256)
    precondition(groups.all.count <= 64, "one bit for each group")
    for (number, group) in groups.all.enumerated() {
      for (place, byte) in group.enumerated() { places[place * 256 + Int(byte)] |= 1 << number }
    }
    self.places = places
    sieve = ByteSieve(zip(groups.all, groups.sets).map { (bytes: $0, number: $1) }, width)
  }

  private static let tokenNames = [
    "refresh_token", "refreshToken", "RefreshToken", "REFRESH_TOKEN", "code_verifier",
    "access_token=", "grant_type",
  ]

  /// What may be among the bytes.
  ///
  /// - Parameters:
  ///   - bytes: A document or a piece of it.
  ///   - wanted: What is of interest; the look ends when all of it was found.
  /// - Returns: Those of them that may be there.
  func kinds(in bytes: Span<UInt8>, of wanted: Kinds = .all) -> Kinds {
    var places: [Int] = []
    return kinds(in: bytes, of: wanted, compressed: &places, most: 0)
  }

  /// What may be among the bytes, and where a word of ``Kinds/compressed`` begins.
  ///
  /// - Parameters:
  ///   - bytes: A document or a piece of it.
  ///   - wanted: What is of interest.
  ///   - compressed: Gets the places; whoever wrote the bytes may have put one at every third.
  ///   - most: How many are wanted, about; where there are as many there may be more.
  /// - Returns: What may be there.
  func kinds(
    in bytes: Span<UInt8>,
    of wanted: Kinds = .all,
    compressed: inout [Int],
    most: Int
  ) -> Kinds {
    var found: Kinds = []
    var cursor = ByteSieve.Cursor(at: 0)
    while found != wanted, let look = sieve.next(in: bytes, &cursor) {
      var groups = look.groups
      while groups != 0 {
        let at = look.start + groups.trailingZeroBitCount
        groups &= groups - 1
        take(at, in: bytes, wanted, &found, &compressed)
        if compressed.count > most { compressed.removeLast(compressed.count - most) }
      }
      var dense = look.dense
      while dense != 0 {
        let at = look.start + 16 * dense.trailingZeroBitCount
        dense &= dense - 1
        cursor.keepQuiet(to: take(dense: at, in: bytes, wanted, &found, &compressed, most))
        if compressed.count > most { compressed.removeLast(compressed.count - most) }
      }
    }
    return found
  }

  /// Takes what stands around a place where a group may begin.
  private func take(
    _ at: Int,
    in bytes: Span<UInt8>,
    _ wanted: Kinds,
    _ found: inout Kinds,
    _ compressed: inout [Int]
  ) {
    guard at + 2 < bytes.count else { return }
    var candidates =
      places[Int(bytes[at])] & places[256 + Int(bytes[at + 1])] & places[512 + Int(bytes[at + 2])]
    while candidates != 0 {
      let group = candidates.trailingZeroBitCount
      candidates &= candidates - 1
      for number in members[group] {
        let word = words[number]
        let isEach = word.kind == .compressed
        guard wanted.contains(word.kind), isEach || !found.contains(word.kind),
          bytes.matches(word.bytes, at: at - word.offset)
        else { continue }
        if isEach { compressed.append(at - word.offset) }
        if word.kind == .hidden, !CompressedMark.isGzip(bytes, at: at) {
          // Behind so few of its bytes the page of a database may end.
          if at + 3 >= bytes.count || bytes[at + 3] < 0x20 {
            compressed.append(at)
            found.formUnion(Kinds.compressed.intersection(wanted))
          }
          continue
        }
        found.insert(word.kind)
      }
    }
  }

  /// Takes what stands around sixteen dense bytes, and gives back how far that reaches.
  private func take(
    dense start: Int,
    in bytes: Span<UInt8>,
    _ wanted: Kinds,
    _ found: inout Kinds,
    _ compressed: inout [Int],
    _ most: Int
  ) -> Int {
    let whole = 0..<bytes.count
    let seeks = wanted.subtracting(found)
    guard start + 16 <= bytes.count, !seeks.isDisjoint(with: [.mark, .hidden]) else { return start }
    if bytes[start] == 0 || bytes[start + 1] == 0 {
      let letter = bytes[start] == 0 ? start + 1 : start
      if seeks.contains(.hidden),
        HiddenMarks.wideLetters(bytes, around: letter, whole) >= HiddenMarks.shortest
      {
        found.insert(.hidden)
      }
      return start
    }
    if let place = (start..<start + 16).first(where: { HiddenMarks.isInReference(bytes[$0]) }) {
      if seeks.contains(.hidden),
        EscapedLetters.referencesStand(in: bytes, around: place, whole)
      {
        found.insert(.hidden)
      }
      return start
    }
    var run = start..<start + 16
    while run.lowerBound > 0, HiddenMarks.isInRun(bytes[run.lowerBound - 1]) {
      run = run.lowerBound - 1..<run.upperBound
    }
    while run.upperBound < bytes.count, HiddenMarks.isInRun(bytes[run.upperBound]) {
      run = run.lowerBound..<run.upperBound + 1
    }
    if seeks.contains(.mark), Marks.hex.occur(in: bytes, run) { found.insert(.mark) }
    if seeks.contains(.hidden), run.count >= HiddenMarks.shortest {
      let count = compressed.count
      if HiddenMarks.stand(in: bytes, run, whole)
        || HiddenMarks.hexBegins(in: bytes, run, places: &compressed, most: most + 1)
      {
        found.insert(.hidden)
      }
      if compressed.count > count, wanted.contains(.compressed) { found.insert(.compressed) }
    }
    return run.upperBound
  }
}
