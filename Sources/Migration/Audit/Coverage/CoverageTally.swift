import LegacyState
import POSIX

/// Adds up what was done with every file, app by app and place by place.
struct CoverageTally {
  /// By the way to the app's own folder: an app may be in the input more than once.
  private typealias App = [Int: AppFolder]

  private var apps: [String?: App] = [:]
  private var inputDepth = 0
  /// Whether the input is a folder, and so more than one file that somebody chose.
  private var isFolder = false
  /// A file that something was wrong with; what was done with it comes behind that, or not at all.
  private var failing: (origin: DocumentOrigin, kind: Locator.Kind?)?

  /// Begins with another input; what is above an app's folder has all of the app in it.
  mutating func begin(_ input: Path) {
    countFailing()
    inputDepth = AppPath.components(of: input).count
    isFolder = false
  }

  mutating func take(_ note: CoverageNote) {
    let hasFailed = failing?.origin == note.origin
    if hasFailed { failing = nil } else { countFailing() }
    let path = note.origin.owner
    if note.status == .listed {
      isFolder = true
      guard path.place != nil else { return }
    }
    if note.isOfSystem { return tally(note.origin, .files) { _ in } }
    let place = place(path, note.kind)
    tally(note.origin, place) { tally in
      switch note.status {
      case .sealed(let how) where note.kind != .sharedPreferences:
        tally.unread["\(how)", default: 0] += 1
      case .read, .sealed:
        if hasFailed { tally.failed += 1 } else { tally.read += 1 }
      case .searched:
        if hasFailed {
          tally.failed += 1
        } else if note.kind == nil, let reason = Self.unreadable(place) {
          tally.unread[reason, default: 0] += 1
        } else {
          tally.read += 1
        }
      case .notRead(let format):
        tally.unread["this version does not read \(format)", default: 0] += 1
      case .skipped(let what):
        if Self.isLink(what) { tally.links += 1 } else { tally.skipped += 1 }
      case .leftOut: tally.leftOut += 1
      case .listed: tally.isListed = true
      }
    }
    if case .sealed(let how) = note.status, note.kind == .sharedPreferences {
      tally(note.origin, .encryptedStores) { tally in
        tally.unread["\(how), whose key is not in a file", default: 0] += 1
      }
    }
  }

  mutating func take(_ failure: ScanFailure) {
    if failing?.origin != failure.origin { countFailing() }
    switch failure.reason {
    case .unreadable, .malformed, .brokenState, .brokenArchive, .tooDeep, .beyondLimit,
      .valuesUnread:
      failing = (failure.origin, failure.locator?.kind)
    // Counted as what is not read; or read, and found to be odd.
    case .unreadFormat, .tokenAsName: break
    }
  }

  private mutating func countFailing() {
    guard let (origin, kind) = failing else { return }
    failing = nil
    tally(origin, place(origin.owner, kind)) { $0.failed += 1 }
  }

  /// The report's coverage, and the demands that are not met.
  mutating func ending(
    expected: [String],
    required: [CoveragePlace]
  ) -> (entries: [CoverageEntry], unmet: [String]) {
    countFailing()
    var entries: [CoverageEntry] = []
    var unmet: [String] = []
    for name in expected where apps[name] == nil {
      unmet.append("the app \(shown(name)) is not in the input")
    }
    let names = Set(apps.keys.compactMap { $0 } + expected).sorted()
    for name in names { entries += self.entries(name) }
    entries += looseEntries(required: names.isEmpty ? required : [])
    for place in required {
      let rows = entries.filter { $0.place == place && ($0.app != nil || names.isEmpty) }
      for row in rows where row.status != .read && row.status != .absent {
        let app = row.app.map { " of \(shown($0))" } ?? ""
        unmet.append("\(place.rawValue)\(app): \(row.status.words) (\(row.why))")
      }
    }
    return (entries, unmet)
  }

  private func entries(_ name: String) -> [CoverageEntry] {
    guard let app = apps[name] else {
      return CoveragePlace.allCases.map { place in
        CoverageEntry(
          app: ShownPath.text(name),
          place: place,
          status: .notInThisInput,
          why: "nothing of this app is in the input"
        )
      }
    }
    return CoveragePlace.allCases.map { place in
      AppFolder.entry(of: ShownPath.text(name), place, app.values)
    }
  }

  /// Files of no app: only what there is, and what was demanded.
  private func looseEntries(required: [CoveragePlace]) -> [CoverageEntry] {
    // A folder of such a name alone is nothing to tell of.
    let all = apps[nil]?[0]
    let loose = all?.places.values.contains { !$0.isWithoutFiles } == true ? all : nil
    return CoveragePlace.allCases.compactMap { place in
      if let tally = loose?.places[place], !tally.isEmpty {
        return CoverageEntry(
          app: nil,
          place: place,
          status: tally.status,
          why: tally.why,
          folders: tally.status == .read && loose?.isWhole == true ? 1 : 0
        )
      }
      guard required.contains(place) else { return nil }
      return CoverageEntry(
        app: nil,
        place: place,
        status: .notInThisInput,
        why: "no app's folder is in the input"
      )
    }
  }

  private func place(_ path: AppPath, _ kind: Locator.Kind?) -> CoveragePlace {
    switch path.place {
    case .preferences: .preferences
    case .files: place(of: kind)
    case .databases: .databases
    case .caches: .caches
    case .webStorage: .webStorage
    case .keychain: .keychain
    case nil: place(of: kind)
    }
  }

  /// Where a document belongs that could lie anywhere.
  private func place(of kind: Locator.Kind?) -> CoveragePlace {
    switch kind {
    case .sharedPreferences, .dataStore: .preferences
    case .sqlite: .databases
    case .keychain: .keychain
    case .levelDB: .webStorage
    default: .files
    }
  }

  private mutating func tally(
    _ origin: DocumentOrigin,
    _ place: CoveragePlace,
    _ change: (inout PlaceTally) -> Void
  ) {
    let path = origin.owner
    let isWhole =
      path.app == nil ? isFolder || !origin.inner.isEmpty : inputDepth <= path.rootDepth
    apps[path.app, default: [:]][path.root, default: AppFolder()]
      .take(place, isWhole: isWhole, copy: path.copy, change)
  }

  private static func isLink(_ what: String) -> Bool {
    what == FileKind.symlink.rawValue || what == "symlink"
  }

  /// Searching the bytes of such files proves nothing: they are compressed.
  private static func unreadable(_ place: CoveragePlace) -> String? {
    switch place {
    case .webStorage: "this version does not read web storage"
    case .preferences, .files, .databases, .keychain, .caches, .encryptedStores: nil
    }
  }
}

extension CoverageNote {
  /// Whether the system put it into the app's own folder, so that it tells nothing of what the app keeps: the link to
  /// its program, or what `adb backup` writes of it.
  fileprivate var isOfSystem: Bool {
    let owner = origin.owner
    // Almost every name is told by its last letter to be neither.
    guard owner.app != nil, let last = (origin.inner.last ?? file).bytes.last,
      last == UInt8(ascii: "b") || last == UInt8(ascii: "t")
    else { return false }
    switch (origin.inner.last ?? file).lastComponent {
    case "lib":
      guard status == .skipped(FileKind.symlink.rawValue) || status == .skipped("symlink") else {
        return false
      }
    case "_manifest": guard owner.copy == .androidBackup, status == .searched else { return false }
    default: return false
    }
    let depth = ([file] + origin.inner).reduce(0) { $0 + AppPath.components(of: $1).count }
    return depth == owner.rootDepth + 1
  }
}

extension CoverageEntry.Status {
  /// `not in this input`.
  var words: String { rawValue.replacing("_", with: " ") }
}
