import LegacyState
import POSIX

/// Adds up what was done with every file, app by app and place by place.
struct CoverageTally {
  private struct App {
    var places: [CoveragePlace: PlaceTally] = [:]
    /// Whether the app's own folder was given, and not only something inside it.
    var isWhole = false
  }

  private var apps: [String?: App] = [:]
  private var inputDepth: Int?
  /// A file that something was wrong with; what was done with it comes behind that, or not at all.
  private var failing: (origin: DocumentOrigin, kind: Locator.Kind?)?

  /// Begins with another input; what is above an app's folder has all of the app in it.
  mutating func begin(_ input: Path?) {
    countFailing()
    inputDepth = input.map { AppPath.components(of: $0).count }
  }

  mutating func take(_ note: CoverageNote) {
    let hasFailed = failing?.origin == note.origin
    if hasFailed { failing = nil } else { countFailing() }
    let path = note.origin.owner
    let place = place(path, note.kind)
    tally(path, place) { tally in
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
      case .skipped: tally.skipped += 1
      case .leftOut: tally.leftOut += 1
      }
    }
    if case .sealed(let how) = note.status, note.kind == .sharedPreferences {
      tally(path, .encryptedStores) { tally in
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
    let path = origin.owner
    tally(path, place(path, kind)) { $0.failed += 1 }
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
      let (status, why) = judge(place, app)
      return CoverageEntry(app: ShownPath.text(name), place: place, status: status, why: why)
    }
  }

  private func judge(_ place: CoveragePlace, _ app: App) -> (CoverageEntry.Status, String) {
    if let tally = app.places[place], !tally.isEmpty { return (tally.status, tally.why) }
    switch place {
    case .keychain:
      return (.notInThisInput, "accounts and keys are kept outside the app's folder")
    case .encryptedStores:
      guard app.places[.preferences].map({ $0.status == .read }) == true else {
        return (.notInThisInput, "the preferences were not all read")
      }
      return (.absent, "none among the preferences")
    default:
      return app.isWhole
        ? (.absent, "not in this copy of the app's folder")
        : (.notInThisInput, "only a part of the app's folder was given")
    }
  }

  /// Files of no app: only what there is, and what was demanded.
  private func looseEntries(required: [CoveragePlace]) -> [CoverageEntry] {
    CoveragePlace.allCases.compactMap { place in
      if let tally = apps[nil]?.places[place], !tally.isEmpty {
        return CoverageEntry(app: nil, place: place, status: tally.status, why: tally.why)
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
    _ path: AppPath,
    _ place: CoveragePlace,
    _ change: (inout PlaceTally) -> Void
  ) {
    var app = apps[path.app] ?? App()
    if let inputDepth, path.app != nil, inputDepth <= path.rootDepth { app.isWhole = true }
    change(&app.places[place, default: PlaceTally()])
    apps[path.app] = app
  }

  /// Searching the bytes of such files proves nothing: they are compressed.
  private static func unreadable(_ place: CoveragePlace) -> String? {
    switch place {
    case .webStorage: "this version does not read web storage"
    case .preferences, .files, .databases, .keychain, .caches, .encryptedStores: nil
    }
  }
}

extension CoverageEntry.Status {
  /// `not in this input`.
  var words: String { rawValue.replacing("_", with: " ") }
}
