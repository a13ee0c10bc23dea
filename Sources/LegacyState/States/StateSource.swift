package import POSIX

/// The file that a state was found in.
public struct StateSource: Hashable, Sendable {
  /// The file as the system names it; may be invalid UTF-8.
  package let file: Path
  /// Inside an archive: the member, and the member inside that.
  public let inner: [String]
  /// Where in the innermost document.
  public let locator: Locator
  /// How many names the file has; with more than one (hard links) it keeps the state under the others.
  package internal(set) var fileNames = 1

  /// The file as text, invalid UTF-8 replaced; neutralise it before it is shown.
  public var path: String { file.text }

  init(_ origin: DocumentOrigin, locator: Locator) {
    self.file = origin.file
    self.inner = origin.innerNames
    self.locator = locator
  }

  /// A place in a document that has no name yet.
  init(locator: Locator) {
    self.file = ""
    self.inner = []
    self.locator = locator
  }
}
