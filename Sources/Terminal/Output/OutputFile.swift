package import POSIX

/// A file that a result goes to: readable by its owner alone, whole under its name or not there at all.
package struct OutputFile: Sendable, Equatable {
  package let path: Path
  /// Whether an older file of that name may go.
  private let replaces: Bool

  /// Names the file.
  ///
  /// - Parameters:
  ///   - word: The value of the flag, byte for byte.
  ///   - replaces: Whether an older file of that name may go.
  package init(_ word: Word, replaces: Bool = true) {
    path = Path(bytes: word.bytes)
    self.replaces = replaces
  }

  /// Whether it is standard output after all: `-`.
  package var isStandardOutput: Bool { path.bytes == [UInt8(ascii: "-")] }

  /// Looks whether the file could be written, so that nobody works for an hour to find out.
  ///
  /// - Throws: If the folder is missing, or the name belongs to something that is no plain file: a link would send
  ///   the result elsewhere, and a device would be replaced.
  package func check() throws(FileFailure) {
    guard !isStandardOutput else { return }
    let folder = try Directory.open(path.parent)
    let status: FileStatus
    do {
      status = try folder.status(of: path.lastComponent)
    } catch {
      guard error.isNotFound else { throw error }
      return
    }
    guard replaces else { throw FileFailure.taken(path) }
    guard status.kind == .regular else {
      throw FileFailure(.write, path, .unexpectedKind(status.kind))
    }
  }

  /// Writes the file; an older one of that name is replaced, if that was said.
  ///
  /// - Parameter contents: All its bytes.
  /// - Throws: If the system refuses; then the older file is still there.
  package func write(_ contents: some ByteSource) throws(FileFailure) {
    try check()
    try DurableWrite.create(path, contents: contents, permissions: 0o600, exclusive: !replaces)
  }

  /// Writes what is not in memory as a whole; an older file of that name is replaced.
  ///
  /// - Parameter write: Gets a function that takes the bytes piece by piece.
  /// - Throws: If the system or `write` refuses; then the older file is still there.
  package func write(
    _ write: (@escaping ([UInt8]) throws(FileFailure) -> Void) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    try check()
    try DurableWrite.create(path, permissions: 0o600, exclusive: !replaces) {
      (file) throws(FileFailure) in
      try write { (bytes) throws(FileFailure) in try file.write(bytes) }
    }
  }
}
