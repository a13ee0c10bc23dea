package import POSIX

/// What was done with one file or folder, so that "no state" can't be mistaken for "nothing there".
public struct CoverageNote: Sendable, Hashable {
  /// What was done.
  public enum Status: Sendable, Hashable {
    /// It was read as what it is.
    case read
    /// Its format is not read by this version: given is the format.
    case notRead(String)
    /// It is encrypted: given is how.
    case sealed(String)
    /// It is a link, pipe, socket or device, which is never followed or opened: given is what.
    case skipped(String)
  }

  /// Where apps keep things.
  public enum Place: String, Sendable, Hashable {
    case preferences
    case databases
    case files
  }

  /// The file.
  package let file: Path
  /// What was done.
  public let status: Status
  /// The package or bundle of the app, where the path tells it.
  public let app: String?
  /// Where the app keeps it, where the path tells it.
  public let place: Place?

  /// The file as text, invalid UTF-8 replaced; neutralise it before it is shown.
  public var path: String { file.text }

  init(_ file: Path, _ status: Status) {
    let hints = AppPath(file)
    self.file = file
    self.status = status
    self.app = hints.app
    self.place = hints.place
  }
}
