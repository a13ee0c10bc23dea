package import JSON
import LegacyState

/// What was not looked at because nobody asked for it.
public struct LeftOut: Sendable, Hashable {
  /// The patterns of what was asked for; none if everything was.
  public let include: [String]
  /// The patterns of what was not.
  public let exclude: [String]
  /// Files.
  public private(set) var files = 0
  /// Folders that were not entered.
  public private(set) var folders = 0

  init(_ filter: PathFilter) {
    include = filter.include.map { ShownPath.text($0.text) }
    exclude = filter.exclude.map { ShownPath.text($0.text) }
  }

  /// Whether everything was looked at after all.
  public var isEmpty: Bool { files == 0 && folders == 0 }

  mutating func count(isFolder: Bool) {
    if isFolder { folders += 1 } else { files += 1 }
  }

  /// The flags that were given: `--include and --exclude`.
  var flags: String {
    [include.isEmpty ? nil : "--include", exclude.isEmpty ? nil : "--exclude"].compactMap { $0 }
      .joined(separator: " and ")
  }

  /// `3 files and 1 folder`.
  var words: String {
    let parts = [(files, "file"), (folders, "folder")].filter { $0.0 > 0 }
    return parts.isEmpty
      ? "nothing" : parts.map { Words.count($0.0, $0.1) }.joined(separator: " and ")
  }

  /// `Not looked at: 3 files and 1 folder (--exclude)`.
  var sentence: String { "Not looked at: \(words) (\(flags))" }

  /// What `summary` has of it.
  ///
  /// - Returns: An object.
  package func json() -> JSONNode {
    .object([
      ("files", .count(files)), ("folders", .count(folders)),
      ("include", .array(include.map { .string($0) })),
      ("exclude", .array(exclude.map { .string($0) })),
    ])
  }
}
