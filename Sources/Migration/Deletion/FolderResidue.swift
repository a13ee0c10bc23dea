import LegacyState
import POSIX
import Secrets

/// Looks for the tokens of states that are to go in all that will be left in their folder, the names there too.
///
/// One walk serves all states of the folder. A file that loses states counts as what it will be, so that a state which
/// goes as well is no residue of another.
struct FolderResidue {
  /// The most tokens that are looked for at once: all their spellings are held in memory.
  private static let tokensAtOnce = 8192
  /// So much of a file is searched at once.
  private static let step = 1 << 20

  /// A file that loses states.
  struct Rewritten {
    let path: Path
    /// States in it that stay on purpose, whose tokens say nothing.
    let held: [LegacyAuthState]
    /// What it will hold; nil if that can't be told any more.
    let content: () -> SecretBytes?
  }

  /// How many files were searched.
  private(set) var searched = 0
  /// Files that were not, and why.
  private(set) var unsearched = UnsearchedFiles()
  private let names: TokenNames
  private let bounds: ResidueBounds
  /// Where tokens were found, by the digest of each.
  private var hits: [Fingerprint: ResiduePlaces] = [:]

  /// Searches a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder; nil if it can't be reached any more.
  ///   - states: The states that are to go.
  ///   - rewritten: The files that lose them.
  ///   - names: Tells which names must not be told.
  ///   - bounds: How much is searched.
  ///   - held: States that stay on purpose in other files, by the files' names.
  init(
    of folder: Directory?,
    for states: [LegacyAuthState],
    in rewritten: [Rewritten],
    names: TokenNames,
    within bounds: ResidueBounds,
    besides held: [Path: [LegacyAuthState]]
  ) {
    self.names = names
    self.bounds = bounds
    var seen: Set<Fingerprint> = []
    var tokens: [(fingerprint: Fingerprint, secret: SecretBytes)] = []
    for token in states.flatMap(\.tokens) {
      let fingerprint = token.secret.fingerprint
      if seen.insert(fingerprint).inserted { tokens.append((fingerprint, token.secret)) }
    }
    var beside: [Path] = []
    if let folder {
      let entries = entries(of: folder)
      look(for: tokens, inNamesOf: entries, folder)
      beside = siblings(among: entries, folder, of: Set(rewritten.map(\.path.lastComponent)))
    } else {
      unsearched.addAll("their folder could not be opened")
    }
    for start in stride(from: 0, to: tokens.count, by: Self.tokensAtOnce) {
      let part = tokens[start..<min(start + Self.tokensAtOnce, tokens.count)]
      let search = Search(ResidueSearch(tokens: part.map(\.secret)), part.map(\.fingerprint))
      for file in rewritten {
        guard let content = file.content() else { continue }
        note(search.occurrences(in: content), in: file.path, besides: file.held)
        if start == 0 { searched += 1 }
      }
      guard let folder else { continue }
      beside = look(for: search, in: beside, folder, besides: held)
      if start == 0 { searched += beside.count }
    }
  }

  /// Where a token of the state is left, as it may be told, files first.
  func places(of state: LegacyAuthState) -> [String] {
    var places = ResiduePlaces()
    for token in state.tokens {
      if let found = hits[token.secret.fingerprint] { places.formUnion(found) }
    }
    return places.list { names.shown($0).neutralised }
  }
}

extension FolderResidue {
  /// A search and the tokens that it numbers.
  private struct Search {
    let search: ResidueSearch
    let tokens: [Fingerprint]

    init(_ search: ResidueSearch, _ tokens: [Fingerprint]) {
      self.search = search
      self.tokens = tokens
    }

    func occurrences(in content: SecretBytes) -> Set<Fingerprint> {
      Set(search.occurrences(in: content).map { tokens[$0.token] })
    }
  }

  private mutating func entries(of folder: Directory) -> [DirectoryEntry] {
    do throws(FileFailure) {
      return try folder.entries()
    } catch {
      unsearched.addAll(error.description)
      return []
    }
  }

  /// The name of a file, folder or link may be a token, and so may what a link leads to.
  private mutating func look(
    for tokens: [(fingerprint: Fingerprint, secret: SecretBytes)],
    inNamesOf entries: [DirectoryEntry],
    _ folder: Directory
  ) {
    let names = TokenNames(tokens.map(\.secret))
    for entry in entries {
      for number in names.told(by: entry.name.bytes) {
        hits[tokens[number].fingerprint, default: ResiduePlaces()].addName(ofLink: false)
      }
      guard entry.kind == .symlink, let target = try? folder.linkTarget(of: entry.name) else {
        continue
      }
      for number in names.told(by: target.bytes) {
        hits[tokens[number].fingerprint, default: ResiduePlaces()].addName(ofLink: true)
      }
    }
  }

  /// The files beside those that lose states, their companions first.
  private mutating func siblings(
    among entries: [DirectoryEntry],
    _ folder: Directory,
    of names: Set<Path>
  ) -> [Path] {
    let siblings = entries.filter { $0.kind == .regular && !names.contains($0.name) }.map(\.name)
    let companions = siblings.filter { Self.isCompanion($0, of: names) }
    let others = siblings.filter { !Self.isCompanion($0, of: names) }
    let chosen = companions + others.prefix(max(bounds.files - companions.count, 0))
    if chosen.count < siblings.count {
      unsearched.add(
        "\(Self.files(siblings.count - chosen.count)) in \(folder.path.shown): "
          + "there are more than \(bounds.files)",
        files: siblings.count - chosen.count
      )
    }
    return chosen
  }

  private static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }

  /// `AuthState.xml.bak`, `store.db-wal`: what a writer leaves beside its file.
  private static func isCompanion(_ name: Path, of names: Set<Path>) -> Bool {
    [".bak", "-wal", "-shm", "-journal"].contains { suffix in
      let ending = Array(suffix.utf8)
      return name.bytes.suffix(ending.count).elementsEqual(ending)
        && names.contains(Path(bytes: name.bytes.dropLast(ending.count)))
    }
  }

  /// Searches files, and says which were searched: no other needs to be looked at a second time.
  private mutating func look(
    for search: Search,
    in files: [Path],
    _ folder: Directory,
    besides held: [Path: [LegacyAuthState]]
  ) -> [Path] {
    var left = bounds.bytes
    var beyond = 0
    var done: [Path] = []
    for name in files {
      do throws(FileFailure) {
        let file = try folder.openFile(name)
        let status = try file.status()
        guard status.kind == .regular else { continue }
        guard let data = try Self.data(of: file, status.size, atMost: left) else {
          beyond += 1
          continue
        }
        left -= data.reduce(0) { $0 + $1.count }
        for range in data { try look(for: search, in: file, range, besides: held[name] ?? []) }
        done.append(name)
      } catch {
        guard !error.isNotFound else { continue }
        unsearched.add(
          names.areTold(by: name.bytes)
            ? "\(names.shown(name)), whose name tells a token, could not be searched"
            : error.description
        )
      }
    }
    if beyond > 0 {
      unsearched.add(
        "\(Self.files(beyond)) in \(folder.path.shown): all have more than \(bounds.bytes) bytes",
        files: beyond
      )
    }
    return done
  }

  /// What was ever written of a file; nil if that is more than wanted.
  private static func data(
    of file: File,
    _ size: Int,
    atMost limit: Int
  ) throws(FileFailure) -> [Range<Int>]? {
    var ranges: [Range<Int>] = []
    var count = 0
    var at = 0
    while at < size, let range = try file.nextData(from: at) {
      count += range.count
      guard count <= limit else { return nil }
      ranges.append(range)
      at = range.upperBound
    }
    return ranges
  }

  private mutating func look(
    for search: Search,
    in file: File,
    _ range: Range<Int>,
    besides held: [LegacyAuthState]
  ) throws(FileFailure) {
    let length = Self.step + search.search.overlap
    var start = range.lowerBound
    var end = start
    while end < range.upperBound {
      end = min(start + length, range.upperBound)
      let piece = try file.readSecret(at: start, count: end - start)
      note(search.occurrences(in: piece), in: file.path, besides: held)
      start += Self.step
    }
  }

  private mutating func note(
    _ tokens: Set<Fingerprint>,
    in path: Path,
    besides held: [LegacyAuthState]
  ) {
    guard !tokens.isEmpty else { return }
    let expected = held.flatMap(\.tokens).map(\.secret.fingerprint)
    for token in tokens.subtracting(expected) {
      hits[token, default: ResiduePlaces()].add(path)
    }
  }
}
