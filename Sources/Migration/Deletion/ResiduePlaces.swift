import POSIX

/// Where a token is left.
struct ResiduePlaces {
  /// So many files are named: each state of the folder carries their names.
  private static let listed = 20

  private var files: Set<Path> = []
  private var hasMore = false
  /// Whether the name of a file beside it tells the token.
  private var isInName = false
  /// Whether a link beside it leads to such a name.
  private var isInLink = false

  mutating func add(_ file: Path) {
    if files.contains(file) { return }
    if files.count < Self.listed { files.insert(file) } else { hasMore = true }
  }

  mutating func addName(ofLink isLink: Bool) {
    if isLink { isInLink = true } else { isInName = true }
  }

  mutating func formUnion(_ other: ResiduePlaces) {
    for file in other.files.sorted() { add(file) }
    hasMore = hasMore || other.hasMore
    isInName = isInName || other.isInName
    isInLink = isInLink || other.isInLink
  }

  /// The places as they may be told, files first: a name that tells a token is none of them.
  func list(_ shown: (Path) -> String) -> [String] {
    var list = files.sorted().map(shown)
    if hasMore { list.append("more files beside it") }
    if isInName { list.append(Self.inName) }
    if isInLink { list.append(Self.inLink) }
    return list
  }

  private static let inName = "a file beside it is named after the token"
  private static let inLink = "a link beside it leads to a name with the token"

  /// What is said of places that ``list(_:)`` told.
  static func words(for list: [String]) -> String {
    let names = list.filter { $0 == inName || $0 == inLink }
    let files = list.filter { !names.contains($0) }
    var parts = names
    if !files.isEmpty {
      parts.insert("a token of it is still in \(files.joined(separator: ", "))", at: 0)
    }
    let advice =
      files.isEmpty
      ? "delete or rename it"
      : "look at \(names.isEmpty ? "these files" : "all of these") and remove it there"
    return parts.joined(separator: ", and ") + "; " + advice
  }
}
