package import POSIX

/// What a path tells of the app that a file belongs to.
package struct AppPath: Sendable, Hashable {
  /// The package.
  package let app: String?
  /// Where in the app's data the file lies.
  package let place: CoverageNote.Place?
  /// How many components of the path lead to the app's own folder, itself included.
  package let rootDepth: Int

  /// Looks for `<package>/shared_prefs/…` and its siblings, for `/data/data/<package>/…`, for the short names in a
  /// backup, and for the domains of an iOS backup.
  ///
  /// - Parameter path: A file, or a folder that could not be opened.
  package init(_ path: Path) { self.init(Self.components(of: path), above: 0) }

  /// A member of an archive: its own path tells most, and the archive's what that does not.
  ///
  /// - Parameters:
  ///   - name: The member's path in the archive.
  ///   - outer: The archive's path.
  init(_ name: Path, below outer: Path) {
    let around = Self.components(of: outer)
    let inside = Self.components(of: name)
    let own = AppPath(inside, above: around.count)
    self = own.app != nil ? own : AppPath(around + inside, above: 0, place: own.place)
  }

  /// A file in an iOS container, whose path does not name the app.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - app: The bundle.
  ///   - root: The container's own folder, above the file.
  init(_ path: Path, app: String?, container root: Path) {
    let depth = Self.components(of: root).count
    self.app = app
    self.place = IOSLayout.place(Self.components(of: path).dropFirst(depth))
    self.rootDepth = depth
  }

  private init(_ components: [String], above: Int, place known: CoverageNote.Place? = nil) {
    for (position, name) in components.enumerated() {
      let inside = components[(position + 1)...]
      if let domain = IOSLayout.domain(name) {
        self.app = domain.app
        self.place = domain.place ?? IOSLayout.place(inside)
        self.rootDepth = above + position + 1
        return
      }
      guard Self.isPackage(name), let first = inside.first else { continue }
      guard Self.isHome(components[..<position]) || Self.isTelling(first, of: name) else {
        continue
      }
      self.app = name
      self.place = known ?? Self.place(inside)
      self.rootDepth = above + position + 1
      return
    }
    self.app = nil
    self.place = known ?? components.dropLast().lazy.compactMap { Self.named[$0] }.first
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
