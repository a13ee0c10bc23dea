import LegacyState

/// What was done with one copy of an app's folder.
struct AppFolder {
  private(set) var places: [CoveragePlace: PlaceTally] = [:]
  /// Whether the app's own folder was given, and not only something inside it.
  private(set) var isWhole = false
  /// What it is a copy by.
  private var copy = AppPath.Copy.folder

  /// Adds what was done with a file of a place.
  mutating func take(
    _ place: CoveragePlace,
    isWhole: Bool,
    copy: AppPath.Copy,
    _ change: (inout PlaceTally) -> Void
  ) {
    if isWhole { self.isWhole = true }
    if copy != .folder { self.copy = copy }
    change(&places[place, default: PlaceTally()])
  }

  /// What can be said of a place of an app, of whose folder the input has one copy or several: the worst of any.
  static func entry(
    of app: String,
    _ place: CoveragePlace,
    _ folders: some Collection<AppFolder>
  ) -> CoverageEntry {
    let judged = folders.map { (folder: $0, judgement: $0.judge(place)) }
    let status =
      judged.map(\.judgement.status).max { rank($0, place) < rank($1, place) } ?? .notInThisInput
    let same = judged.filter { $0.judgement.status == status }
    let why =
      same.count == 1
      ? same[0].judgement.why
      : PlaceTally.sum(same.map { $0.folder.places[place] ?? PlaceTally() })?.why
        ?? same.map(\.judgement.why).min()
    return CoverageEntry(
      app: app,
      place: place,
      status: status,
      why: why ?? "",
      folders: judged.count { $0.judgement.status == .read }
    )
  }

  private static func rank(_ status: CoverageEntry.Status, _ place: CoveragePlace) -> Int {
    switch status {
    case .absent: 0
    // It has no place in any of the folders: one that was given is as good as there can be.
    case .notInThisInput: place == .keychain ? 1 : 3
    case .read: 2
    case .unreadable: 4
    }
  }

  private func judge(_ place: CoveragePlace) -> (status: CoverageEntry.Status, why: String) {
    if let tally = places[place], !tally.isEmpty {
      // One file is not its folder.
      guard tally.status == .read, !isWhole, !tally.isListed else {
        return (tally.status, tally.why)
      }
      return (.notInThisInput, "\(tally.why); the folder around was not given")
    }
    switch place {
    case .keychain:
      return (.notInThisInput, "accounts and keys are kept outside the app's folder")
    case .encryptedStores:
      switch judge(.preferences).status {
      case .read: return (.absent, "none among the preferences")
      case .absent: return (.absent, "there are no preferences")
      case .notInThisInput, .unreadable:
        return (.notInThisInput, "the preferences were not all read")
      }
    case .preferences, .files, .databases, .caches, .webStorage:
      guard isWhole else {
        return (.notInThisInput, "only a part of the app's folder was given")
      }
      if let reason = copy.reason(place) { return (.notInThisInput, reason) }
      return (.absent, "not in this copy of the app's folder")
    }
  }
}

extension AppPath.Copy {
  /// Why what is not in such a copy may well be in the device.
  fileprivate func reason(_ place: CoveragePlace) -> String? {
    switch self {
    case .folder: nil
    case .androidBackup:
      place == .caches
        ? "an Android backup has no caches"
        : "an Android backup has only what the app's rules let into it"
    case .iosBackup: place == .caches ? "an iOS backup has no caches" : nil
    }
  }
}
