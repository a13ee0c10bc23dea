package import POSIX

/// What a path tells of the app that a file belongs to.
package struct AppPath: Sendable, Hashable {
  /// The package.
  package let app: String?
  /// Where in the app's data the file lies.
  package let place: CoverageNote.Place?
  /// How many components of the path lead to the app's own folder, itself included.
  package let rootDepth: Int

  /// Looks for `<package>/shared_prefs/…` and its siblings, for `/data/data/<package>/…`, and for the short names in a
  /// backup.
  ///
  /// - Parameter path: A file, or a folder that could not be opened.
  package init(_ path: Path) {
    let components = Self.components(of: path)
    for (position, name) in components.enumerated() where Self.isPackage(name) {
      let inside = components[(position + 1)...]
      guard let first = inside.first else { continue }
      guard Self.isHome(components[..<position]) || Self.isTelling(first, of: name) else {
        continue
      }
      self.app = name
      self.place = Self.place(inside)
      self.rootDepth = position + 1
      return
    }
    self.app = nil
    self.place = components.dropLast().lazy.compactMap { Self.named[$0] }.first
    self.rootDepth = 0
  }

  /// The components of a path, `.` and empty ones left out.
  ///
  /// - Parameter path: Any.
  /// - Returns: As text, invalid UTF-8 replaced.
  package static func components(of path: Path) -> [String] {
    path.bytes.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != "." }
  }

  /// Folders whose names no other system has.
  private static let named: [String: CoverageNote.Place] = [
    "shared_prefs": .preferences, "databases": .databases, "app_webview": .webStorage,
    "code_cache": .caches, "no_backup": .files,
  ]
  /// Those of a backup, and those that many programs have.
  private static let short: [String: CoverageNote.Place] = [
    "sp": .preferences, "db": .databases, "f": .files, "r": .files, "files": .files,
    "cache": .caches,
  ]

  /// Where Android keeps apps' data, or a backup theirs.
  private static func isHome(_ components: ArraySlice<String>) -> Bool {
    let last = components.suffix(3)
    if last.last == "apps" || last.suffix(2) == ["data", "data"] { return true }
    guard let user = last.last, !user.isEmpty, user.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return false }
    return ["user", "user_de"].contains(last.dropLast().last)
  }

  private static func isTelling(_ folder: String, of package: String) -> Bool {
    if named[folder] != nil { return true }
    // `node.js/files` is nobody's app.
    return short[folder] != nil && package.count(where: { $0 == "." }) > 1
  }

  private static func place(_ inside: ArraySlice<String>) -> CoverageNote.Place {
    guard let first = inside.first else { return .files }
    if first == "r", inside.count > 1 { return place(inside.dropFirst()) }
    if first.hasPrefix("app_"), first.contains("webview") { return .webStorage }
    return named[first] ?? short[first] ?? .files
  }

  /// A Java package: words of letters, digits and underscores, at least one dot between them.
  private static func isPackage(_ name: String) -> Bool {
    let words = name.split(separator: ".", omittingEmptySubsequences: false)
    return words.count > 1
      && words.allSatisfy { word in
        word.first.map { $0.isASCII && $0.isLetter } == true
          && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      }
  }
}
