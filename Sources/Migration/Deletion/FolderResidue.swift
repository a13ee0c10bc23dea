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
  /// The most tokens that are looked for at once; their spellings are held in memory.
  private static let tokensAtOnce = 1024

  /// Where tokens were found, by the digest of each.
  private(set) var hits: [Fingerprint: [Path]] = [:]
  /// How many files were searched.
  private(set) var searched = 0
  /// Files that were not, and why.
  private(set) var notSearched: [String] = []

  private let searches: [(search: ResidueSearch, tokens: [Fingerprint])]

  /// Prepares the search.
  ///
  /// - Parameter states: The states that are to go.
  init(for states: [LegacyAuthState]) {
    var seen: Set<Fingerprint> = []
    var tokens: [(Fingerprint, SecretBytes)] = []
    for token in states.flatMap(\.tokens) {
      let fingerprint = token.secret.fingerprint
      if seen.insert(fingerprint).inserted { tokens.append((fingerprint, token.secret)) }
    }
    searches = stride(from: 0, to: tokens.count, by: Self.tokensAtOnce).map { start in
      let part = tokens[start..<min(start + Self.tokensAtOnce, tokens.count)]
      return (ResidueSearch(tokens: part.map(\.1)), part.map(\.0))
    }
  }

  /// Searches what a file will hold.
  ///
  /// - Parameters:
  ///   - content: The bytes.
  ///   - path: The file.
  ///   - held: States in it that stay on purpose, whose tokens say nothing.
  mutating func search(_ content: SecretBytes, of path: Path, besides held: [LegacyAuthState]) {
    let expected = Set(held.flatMap(\.tokens).map(\.secret.fingerprint))
    for (search, tokens) in searches {
      for residue in search.occurrences(in: content) {
        note(tokens[residue.token], in: path, besides: expected)
      }
    }
    searched += 1
  }

  /// Searches the files beside those that lose states.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - names: The files that lose states: searched already, and their companions come first.
  ///   - held: States that stay on purpose, by the name of their file.
  mutating func searchSiblings(
    in folder: Directory,
    of names: Set<Path>,
    besides held: [Path: [LegacyAuthState]]
  ) {
    let entries: [DirectoryEntry]
    do throws(FileFailure) {
      entries = try folder.entries()
    } catch {
      notSearched.append(error.description)
      return
    }
    let siblings = entries.filter {
      $0.kind == .regular && !names.contains($0.name) && !DeletionRecord.isTemporary($0.name)
    }
    let companions = siblings.filter { Self.isCompanion($0.name, of: names) }
    let others = siblings.filter { !Self.isCompanion($0.name, of: names) }
    let chosen = companions + others.prefix(max(Self.countLimit - companions.count, 0))
    for entry in chosen {
      do throws(FileFailure) {
        try search(folder.openFile(entry.name), besides: held[entry.name] ?? [])
      } catch {
        if !error.isNotFound { notSearched.append(error.description) }
      }
    }
    if chosen.count < siblings.count {
      notSearched.append(
        "\(siblings.count - chosen.count) files in \(folder.path.shown): "
          + "there are more than \(Self.countLimit)"
      )
    }
  }

  /// `AuthState.xml.bak`, `store.db-wal`: what a writer leaves beside its file.
  private static func isCompanion(_ name: Path, of names: Set<Path>) -> Bool {
    [".bak", "-wal", "-shm", "-journal"].contains { suffix in
      let ending = Array(suffix.utf8)
      return name.bytes.suffix(ending.count).elementsEqual(ending)
        && names.contains(Path(bytes: name.bytes.dropLast(ending.count)))
    }
  }

  private mutating func search(
    _ file: File,
    besides held: [LegacyAuthState]
  ) throws(FileFailure) {
    let expected = Set(held.flatMap(\.tokens).map(\.secret.fingerprint))
    let status = try file.status()
    guard status.kind == .regular else { return }
    guard status.size <= Self.fileLimit else {
      throw FileFailure(.read, file.path, .tooLarge(limit: Self.fileLimit))
    }
    let step = 1 << 20
    let overlap = searches.map(\.search.overlap).max() ?? 0
    var offset = 0
    repeat {
      let piece = try file.readSecret(at: offset, count: step + overlap)
      for (search, tokens) in searches {
        for residue in search.occurrences(in: piece) {
          note(tokens[residue.token], in: file.path, besides: expected)
        }
      }
      offset += step
    } while offset < status.size
    searched += 1
  }

  private mutating func note(
    _ token: Fingerprint,
    in path: Path,
    besides expected: Set<Fingerprint>
  ) {
    guard !expected.contains(token), hits[token]?.contains(path) != true else { return }
    hits[token, default: []].append(path)
  }

  /// The files in which a token of the state is left, as they may be shown, sorted.
  func files(with state: LegacyAuthState) -> [String] {
    let paths = state.tokens.flatMap { hits[$0.secret.fingerprint] ?? [] }
    return Set(paths).sorted().map(\.shown)
  }
}
