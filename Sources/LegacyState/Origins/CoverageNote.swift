package import POSIX

/// What was done with one document, so that "no state" can't be mistaken for "nothing there".
public struct CoverageNote: Sendable, Hashable {
  /// What was done.
  public enum Status: Sendable, Hashable {
    /// It was read as what it is.
    case read
    /// It was searched for what a state looks like, and holds none.
    case searched
    /// Its format is not read by this version: given is the format.
    case notRead(String)
    /// It is encrypted: given is how.
    case sealed(String)
    /// It is a link, pipe, socket or device, which is never followed or opened: given is what.
    case skipped(String)
    /// It is not among what was asked for, and nobody looked at it: a file, or a folder as a whole.
    case leftOut(isFolder: Bool)
    /// It is a folder, and all that lies in it was gone through: the input itself, or all of a place of an app.
    case listed
  }

  /// Where apps keep things.
  public enum Place: String, Sendable, Hashable {
    case preferences = "prefs"
    case files
    case databases
    case caches
    case webStorage = "web_storage"
    case keychain
  }

  /// The document.
  package let origin: DocumentOrigin
  /// What was done.
  public let status: Status
  /// What kind of document it is, if it is one that is read.
  public let kind: Locator.Kind?

  /// The package or bundle of the app, where the path tells it.
  public var app: String? { origin.owner.app }
  /// Where the app keeps it, where the path tells it.
  public var place: Place? { origin.owner.place }
  /// The file.
  package var file: Path { origin.file }
  /// The file as text, invalid UTF-8 replaced; neutralise it before it is shown.
  public var path: String { origin.file.text }
  /// Inside an archive: the member, and the member inside that.
  public var inner: [String] { origin.innerNames }

  init(_ origin: DocumentOrigin, _ status: Status, kind: Locator.Kind? = nil) {
    self.origin = origin
    self.status = status
    self.kind = kind
  }
}
