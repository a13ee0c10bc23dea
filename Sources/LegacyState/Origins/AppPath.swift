package import POSIX

/// What a path tells of the app that a file belongs to.
package struct AppPath: Sendable, Hashable {
  /// The package.
  package let app: String?
  /// Where in the app's data the file lies.
  package let place: CoverageNote.Place?
  /// How many components of the path lead to the app's own folder, itself included.
  package let rootDepth: Int
  /// What tells two copies of one app apart: a digest, good for this run, of the way to the app's own folder; 0 without
  /// an app.
  package let root: Int
  /// What kind of copy that folder is in.
  package let copy: Copy

  /// How an app's folder was copied, which says what cannot be in the copy.
  package enum Copy: Sendable, Hashable {
    case folder
    case androidBackup
    case iosBackup
  }

  /// Looks for `<package>/shared_prefs/…` and its siblings, for `/data/data/<package>/…`, for the short names in a
  /// backup, and for the domains of an iOS backup.
  ///
  /// - Parameter path: A file, or a folder that could not be opened.
  package init(_ path: Path) { self.init(Self.components(of: path)) }

  /// A member of an archive: its own path tells most, and the archive's what that does not.
  ///
  /// - Parameters:
  ///   - name: The member's path in the archive.
  ///   - outer: The archive's path.
  ///   - owner: Whose the archive is, where something better than its path says so.
  init(_ name: Path, below outer: Path, of owner: AppPath? = nil) {
    let around = Self.components(of: outer)
    let inside = Self.components(of: name)
    let own = AppPath(inside, around: around)
    if own.app == nil, let owner, owner.app != nil {
      self.init(owner, place: own.place ?? owner.place)
    } else {
      self = own.app != nil ? own : AppPath(around + inside, place: own.place)
    }
  }

  private init(_ owner: AppPath, place: CoverageNote.Place?) {
    self.app = owner.app
    self.place = place
    self.rootDepth = owner.rootDepth
    self.root = owner.root
    self.copy = owner.copy
  }

  /// A path below a folder that was named by `.` or `..`, which tells less than the folder's own path.
  ///
  /// - Parameters:
  ///   - path: The path, below the folder.
  ///   - named: The folder as it was named.
  ///   - real: The folder's own path.
  init(_ path: Path, named: Path, real: Path) {
    let count = Self.components(of: named).count
    let before = Self.components(of: real)
    let own = AppPath(before + Self.components(of: path).dropFirst(count))
    self.app = own.app
    self.place = own.place
    // As seen from the path that was given.
    self.rootDepth = own.rootDepth - before.count + count
    self.root = own.root
    self.copy = own.copy
  }

  /// A file in an iOS container, whose path does not name the app.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - app: The bundle.
  ///   - root: The container's own folder, above the file.
  init(_ path: Path, app: String?, container root: Path) {
    let components = Self.components(of: path)
    let depth = Self.components(of: root).count
    self.app = app
    self.place = IOSLayout.place(components.dropFirst(depth))
    self.rootDepth = depth
    self.root = app == nil ? 0 : Self.digest([], components.prefix(depth))
    self.copy = .folder
  }

  private init(
    _ components: [String],
    around: [String] = [],
    place known: CoverageNote.Place? = nil
  ) {
    for (position, name) in components.enumerated() {
      let inside = components[(position + 1)...]
      if let domain = IOSLayout.domain(name) {
        self.app = domain.app
        self.place = domain.place ?? IOSLayout.place(inside)
        self.rootDepth = around.count + position + 1
        self.root = domain.app == nil ? 0 : Self.digest(around, components[...position])
        self.copy = .iosBackup
        return
      }
      guard Self.isPackage(name), let first = inside.first else { continue }
      guard Self.isHome(components[..<position]) || Self.isTelling(first, of: name) else {
        continue
      }
      self.app = name
      self.place = known ?? Self.place(inside)
      self.rootDepth = around.count + position + 1
      self.root = Self.digest(around, components[...position])
      let isBackup = (position > 0 ? components[position - 1] : around.last) == "apps"
      self.copy = isBackup && Self.ofBackups.contains(first) ? .androidBackup : .folder
      return
    }
    self.app = nil
    self.place = known ?? components.dropLast().lazy.compactMap { Self.named[$0] }.first
    self.rootDepth = 0
    self.root = 0
    self.copy = .folder
  }

  /// What a folder is to an app: whose it is and which place, if it is all of that place; nil for any other folder.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - owner: Whose a file is.
  /// - Returns: As for a file that lies in it.
  static func place(of folder: Path, _ owner: (Path) -> AppPath) -> AppPath? {
    // What a folder is, a file in it tells.
    let file = "-"
    let own = owner(folder.appending(file))
    guard own.app != nil else {
      let name = components(of: folder).last ?? ""
      guard let place = named[name] ?? (name == "files" ? .files : nil) else { return nil }
      return AppPath(own, place: place)
    }
    let depth = components(of: folder).count
    guard depth > own.rootDepth else { return nil }
    if depth == own.rootDepth + 1 { return own }
    return owner(folder.parent.appending(file)).place == own.place ? nil : own
  }

  private static func digest(_ around: [String], _ names: ArraySlice<String>) -> Int {
    var hasher = Hasher()
    for name in around { hasher.combine(name) }
    for name in names { hasher.combine(name) }
    return hasher.finalize()
  }

  /// What tells nothing.
  static let nobody = AppPath([])

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
    "cache": .caches, "d_sp": .preferences, "d_db": .databases, "d_f": .files, "d_r": .files,
  ]
  /// What only `adb backup` calls an app's folders.
  private static let ofBackups: Set<String> = [
    "_manifest", "sp", "db", "f", "r", "nb", "ef", "obb", "k", "d_sp", "d_db", "d_f", "d_r",
    "d_nb",
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
    if ["r", "d_r"].contains(first), inside.count > 1 { return place(inside.dropFirst()) }
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
