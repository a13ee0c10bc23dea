import LegacyState
import POSIX
import Secrets

/// Looks for the tokens of states that are to go in all that will be left in their folder.
///
/// One walk serves all states of the folder. A file that loses states counts as what it will be, so that a state which
/// goes as well is no residue of another.
struct FolderResidue {
  /// The largest file beside the states' own that is searched.
  static let fileLimit = 64 << 20
  /// The most files beside the states' own that are searched.
  static let countLimit = 512
  /// The most tokens that are looked for at once: all their spellings are held in memory.
  private static let tokensAtOnce = 8192

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
  private(set) var notSearched: [String] = []
  private let names: TokenNames
  /// Where tokens were found, by the digest of each.
  private var hits: [Fingerprint: Set<Path>] = [:]

  /// Searches a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder; nil if it can't be reached any more.
  ///   - states: The states that are to go.
  ///   - rewritten: The files that lose them.
  ///   - names: Tells which names must not be told.
  ///   - held: States that stay on purpose in other files, by the files' names.
  init(
    of folder: Directory?,
    for states: [LegacyAuthState],
    in rewritten: [Rewritten],
    names: TokenNames,
    besides held: [Path: [LegacyAuthState]]
  ) {
    self.names = names
    var seen: Set<Fingerprint> = []
    var tokens: [(Fingerprint, SecretBytes)] = []
    for token in states.flatMap(\.tokens) {
      let fingerprint = token.secret.fingerprint
      if seen.insert(fingerprint).inserted { tokens.append((fingerprint, token.secret)) }
    }
    var beside: [Path] = []
    if let folder { beside = siblings(in: folder, of: Set(rewritten.map(\.path.lastComponent))) }
    for start in stride(from: 0, to: tokens.count, by: Self.tokensAtOnce) {
      let part = tokens[start..<min(start + Self.tokensAtOnce, tokens.count)]
      let search = Search(ResidueSearch(tokens: part.map(\.1)), part.map(\.0), isFirst: start == 0)
      for file in rewritten {
        guard let content = file.content() else { continue }
        note(search.occurrences(in: content), in: file.path, besides: file.held)
        if search.isFirst { searched += 1 }
      }
      guard let folder else { continue }
      for name in beside { look(for: search, in: name, folder, besides: held[name] ?? []) }
    }
  }

  /// The files in which a token of the state is left, as they may be shown, sorted.
  func files(with state: LegacyAuthState) -> [String] {
    let paths = state.tokens.flatMap { hits[$0.secret.fingerprint] ?? [] }
    return Set(paths).sorted().map { names.shown($0).neutralised }
  }
}

extension FolderResidue {
  /// A search and the tokens that it numbers.
  private struct Search {
    let search: ResidueSearch
    let tokens: [Fingerprint]
    let isFirst: Bool

    init(_ search: ResidueSearch, _ tokens: [Fingerprint], isFirst: Bool) {
      self.search = search
      self.tokens = tokens
      self.isFirst = isFirst
    }

    func occurrences(in content: SecretBytes) -> Set<Fingerprint> {
      Set(search.occurrences(in: content).map { tokens[$0.token] })
    }
  }

  /// The files beside those that lose states, their companions first.
  private mutating func siblings(in folder: Directory, of names: Set<Path>) -> [Path] {
    let entries: [DirectoryEntry]
    do throws(FileFailure) {
      entries = try folder.entries()
    } catch {
      notSearched.append(error.description)
      return []
    }
    let siblings = entries.filter {
      $0.kind == .regular && !names.contains($0.name)
    }
    .map(\.name)
    let companions = siblings.filter { Self.isCompanion($0, of: names) }
    let others = siblings.filter { !Self.isCompanion($0, of: names) }
    let chosen = companions + others.prefix(max(Self.countLimit - companions.count, 0))
    if chosen.count < siblings.count {
      notSearched.append(
        "\(siblings.count - chosen.count) files in \(folder.path.shown): "
          + "there are more than \(Self.countLimit)"
      )
    }
    return chosen
  }

  /// `AuthState.xml.bak`, `store.db-wal`: what a writer leaves beside its file.
  private static func isCompanion(_ name: Path, of names: Set<Path>) -> Bool {
    [".bak", "-wal", "-shm", "-journal"].contains { suffix in
      let ending = Array(suffix.utf8)
      return name.bytes.suffix(ending.count).elementsEqual(ending)
        && names.contains(Path(bytes: name.bytes.dropLast(ending.count)))
    }
  }

  private mutating func look(
    for search: Search,
    in name: Path,
    _ folder: Directory,
    besides held: [LegacyAuthState]
  ) {
    do throws(FileFailure) {
      let file = try folder.openFile(name)
      let status = try file.status()
      guard status.kind == .regular else { return }
      guard status.size <= Self.fileLimit else {
        throw FileFailure(.read, file.path, .tooLarge(limit: Self.fileLimit))
      }
      let step = 1 << 20
      var offset = 0
      repeat {
        let piece = try file.readSecret(at: offset, count: step + search.search.overlap)
        note(search.occurrences(in: piece), in: file.path, besides: held)
        offset += step
      } while offset < status.size
      if search.isFirst { searched += 1 }
    } catch {
      guard search.isFirst, !error.isNotFound else { return }
      notSearched.append(
        names.areTold(by: name.bytes)
          ? "\(names.shown(name)), whose name tells a token, could not be searched"
          : error.description
      )
    }
  }

  private mutating func note(
    _ tokens: Set<Fingerprint>,
    in path: Path,
    besides held: [LegacyAuthState]
  ) {
    guard !tokens.isEmpty else { return }
    let expected = held.flatMap(\.tokens).map(\.secret.fingerprint)
    for token in tokens.subtracting(expected) { hits[token, default: []].insert(path) }
  }
}
