import POSIX
import Secrets

/// States in the bytes of a database that belong to no row any more.
///
/// A state all of whose tokens a row still has is only an older copy, and not reported a second time.
struct SQLiteResidue {
  private struct Carved {
    let state: LegacyAuthState
    let places: [any Place]
    /// Whether it goes when the database is written anew; nobody has proven that of an archive.
    let isExact: Bool
  }

  /// What is found, and what it says of how much of it was left out.
  private var carved: [Carved] = []
  private var isFull = false
  /// Archives of AppAuth's of which a part is lost.
  private var broken: [Locator] = []
  /// Whether a row or the unused bytes have an archive that is whole: parts are then most likely of its earlier places.
  private var hasArchive = false
  private var known: Set<UInt64> = []
  private var carver: SQLiteCarver
  private let pages: SQLitePages?
  private let pageSize: Int
  private let root = Layer(SecretBytes(copying: [UInt8]()))

  private static let mostStates = 10_000
  private static let mostBroken = 16
  private static let mostKnown = 1 << 22

  init(_ pages: SQLitePages) {
    self.pages = pages
    pageSize = pages.header.pageSize
    // Not what the log says of the database's size.
    let bytes = pages.document.head.size + (pages.log?.byteCount ?? 0)
    carver = SQLiteCarver(usable: pages.header.usable, pages: bytes / pageSize)
  }

  /// For a log or journal whose database is not there.
  init(pageSize: Int, pages count: Int) {
    self.pages = nil
    self.pageSize = pageSize
    carver = SQLiteCarver(usable: pageSize, pages: count)
  }

  /// Takes note of a state that a row has.
  mutating func know(_ state: LegacyAuthState) {
    guard known.count < Self.mostKnown else { return }
    for token in state.tokens { known.insert(token.key) }
    hasArchive = hasArchive || state.format == .keyedArchive
  }

  /// Searches parts of a page.
  mutating func search(_ page: SQLitePage, _ ranges: [Range<Int>]) {
    search(page, ranges, "unused bytes of page \(page.number)")
  }

  /// Searches a whole page.
  mutating func search(_ page: SQLitePage, _ what: String) {
    search(page, [0..<page.count], "\(what) \(page.number)")
  }

  /// Searches a page whose neighbours are somewhere else than in the database.
  mutating func search(
    _ page: SQLitePage,
    _ ranges: [Range<Int>],
    _ words: String,
    next: ((Int) -> SQLitePage?)? = nil
  ) {
    for range in ranges where range.count >= SQLiteTableReader.leastBytes {
      let (texts, packed, lists, encoded) = page.withBytes { bytes in
        func follow(_ number: Int) -> SQLitePage? {
          next?(number) ?? (try? pages?.page(number))
        }
        return (
          carver.texts(in: bytes, range, next: follow),
          carver.compressed(in: bytes, range, next: follow),
          carver.lists(in: bytes, range, next: follow),
          carver.encoded(in: bytes, range, next: follow)
        )
      }
      for text in texts { take(text, at: page.offset, words) }
      for text in packed { take(text, at: page.offset, words, isPacked: true) }
      for list in lists { take(list, at: page.offset, words) }
      for value in encoded where !take(value.here, encodedAt: page.offset, words) {
        if let whole = value.whole { _ = take(whole, encodedAt: page.offset, words) }
      }
      if !hasArchive, broken.count < Self.mostBroken, !lists.contains(where: { $0.bytes != nil }),
        page.withBytes({ Marks.nameArchive(in: $0.extracting(range)) })
      {
        let start = page.offset + range.lowerBound
        let place = SQLiteCellPlace(layer: root, range: start..<start + range.count)
        broken.append(
          ValueContext(kind: .sqlite, path: [.decoded(words)]).locator(
            [.decoded("cut off")],
            at: place
          )
        )
      }
    }
  }

  private mutating func take(_ list: SQLiteCarver.List, at base: Int, _ words: String) {
    guard let bytes = list.bytes else { return }
    let start = base + list.offset
    let place = SQLiteCellPlace(layer: root, range: start..<start + bytes.count)
    let context = ValueContext(kind: .sqlite, path: [.decoded(words)])
    // Collecting never stops the reading.
    try? Values.read(Layer(bytes, origin: place), context) { finding throws(ScanStopped) in
      guard case .state(let state, let places) = finding else { return }
      guard carved.count < Self.mostStates else {
        isFull = true
        return
      }
      hasArchive = hasArchive || state.format == .keyedArchive
      carved.append(Carved(state: state, places: places, isExact: false))
    }
  }

  /// Whether a state was found in an encoded value.
  private mutating func take(
    _ text: SQLiteCarver.Text,
    encodedAt base: Int,
    _ words: String
  ) -> Bool {
    let start = base + text.offset
    let place = SQLiteCellPlace(layer: root, range: start..<start + text.bytes.count)
    var loose = LooseStates(ValueContext(kind: .sqlite, path: [.decoded(words)]))
    var found: [Carved] = []
    // Collecting never stops the reading.
    try? loose.read(Layer(text.bytes, origin: place), before: text.bytes.count) {
      finding throws(ScanStopped) in
      guard case .state(let state, let places) = finding else { return }
      found.append(Carved(state: state, places: places, isExact: false))
    }
    if found.isEmpty, let content = Self.decoded(text.bytes) {
      // Cut off: the tokens that it still has whole.
      let context = ValueContext(kind: .sqlite, path: [.decoded(words), .decoded("base64")])
      found = CarvedText(content, place, context).states.map { state, places in
        Carved(state: state, places: places, isExact: false)
      }
    }
    guard carved.count + found.count <= Self.mostStates else {
      isFull = true
      return true
    }
    carved += found
    return !found.isEmpty
  }

  /// What base64 gives if a state is begun in it, from whichever of its first letters it begins.
  private static func decoded(_ text: SecretBytes) -> SecretBytes? {
    (0..<4).lazy.compactMap { shift in
      text.withBytes { bytes -> SecretBytes? in
        var end = shift
        while end < bytes.count, Base64.value(bytes[end]) != nil { end += 1 }
        let count = (end - shift) / 4 * 4
        guard count >= EncodedWords.shortest else { return nil }
        let content = Base64.decode(bytes.extracting(shift..<shift + count))?.content
        guard let content, content.withBytes({ Marks.introduceObject(in: $0) }) else { return nil }
        return content
      }
    }.first { _ in true }
  }

  private mutating func take(
    _ text: SQLiteCarver.Text,
    at base: Int,
    _ words: String,
    isPacked: Bool = false
  ) {
    let start = base + text.offset
    let place = SQLiteCellPlace(layer: root, range: start..<start + text.bytes.count)
    let path: [Locator.Step] = [.decoded(words)] + (isPacked ? [.decoded("compressed")] : [])
    let context = ValueContext(kind: .sqlite, path: path)
    for (state, places) in CarvedText(text.bytes, place, context).states {
      guard carved.count < Self.mostStates else {
        isFull = true
        return
      }
      carved.append(Carved(state: state, places: places, isExact: !isPacked))
    }
  }

  /// Reports what no row has.
  ///
  /// - Parameters:
  ///   - removal: What taking it away would do.
  ///   - emit: Receives them.
  /// - Throws: What `emit` throws.
  mutating func finish(
    removal: LegacyAuthState.Removal = .exact,
    emit: Emit
  ) throws(ScanStopped) {
    for carved in carved {
      let keys = carved.state.tokens.map(\.key)
      guard keys.contains(where: { !known.contains($0) }) else { continue }
      known.formUnion(keys)
      var state = carved.state
      state.format = .carved
      state.removal = removal == .exact && !carved.isExact ? .no : removal
      try emit(.state(state, carved.places))
    }
    for locator in hasArchive ? [] : broken {
      try emit(.failure(.brokenArchive("it was deleted, and a part of it is lost"), locator))
    }
    if isFull {
      let words = "more than \(Self.mostStates) deleted states in this file"
      try emit(.failure(.beyondLimit(words), nil))
    }
  }
}

extension LegacyToken {
  /// Enough of its digest to tell it from the others of one file.
  fileprivate var key: UInt64 {
    secret.fingerprint.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
