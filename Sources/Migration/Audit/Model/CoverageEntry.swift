/// Where apps keep what could be a session.
public enum CoveragePlace: String, Sendable, Hashable, CaseIterable {
  case preferences = "prefs"
  case files
  case databases
  case keychain
  case caches
  case webStorage = "web_storage"
  case encryptedStores = "encrypted_stores"
}

/// What was looked at in one place of one app.
public struct CoverageEntry: Sendable, Hashable {
  /// What can be said of a place.
  public enum Status: String, Sendable, Hashable {
    /// All of it was looked at, an empty folder included.
    case read
    /// The app's data is in the input, and has no such place.
    case absent
    /// Nobody could look: it was not given.
    case notInThisInput = "not_in_this_input"
    /// It is there, and could not be read, or not all of it.
    case unreadable
  }

  /// The package or bundle; nil for files that no path gives to an app.
  public let app: String?
  /// Where.
  public let place: CoveragePlace
  /// What can be said of it.
  public let status: Status
  /// Why, in words.
  public let why: String
  /// In how many folders of the app all of it was looked at: devices and users have one each.
  public let folders: Int

  init(app: String?, place: CoveragePlace, status: Status, why: String, folders: Int = 0) {
    self.app = app
    self.place = place
    self.status = status
    self.why = why
    self.folders = folders
  }
}
