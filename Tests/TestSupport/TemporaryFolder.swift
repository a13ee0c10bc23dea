package import POSIX

/// A folder of its own for one test, 0700, removed with all that is in it when the test lets go of it.
package final class TemporaryFolder: Sendable {
  /// The open folder.
  package let directory: Directory

  /// Where it is.
  package var path: Path { directory.path }

  /// Makes an empty folder.
  ///
  /// - Throws: If there is no place for temporary files.
  package init() throws(FileFailure) {
    let name = "appauth-migrate-test-\(UInt64.random(in: 0...UInt64.max))"
    let parent = Path(Environment.value("TMPDIR") ?? "/tmp")
    self.directory = try Directory.make(parent.appending(name))
  }

  deinit {
    // What can't be removed is left to whoever cleans the place for temporary files.
    try? Self.empty(directory)
    try? Directory.open(path.parent).removeFolder(path.lastComponent)
  }

  /// Writes a file, without durability.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - contents: All its bytes.
  ///   - permissions: Its rights.
  /// - Returns: Where it is.
  /// - Throws: If the name is taken.
  @discardableResult
  package func write(
    _ name: Path,
    _ contents: some ByteSource,
    permissions: UInt16 = 0o600
  ) throws(FileFailure) -> Path {
    let file = try directory.openFile(name, .createExclusive(permissions: permissions))
    try file.write(contents)
    return file.path
  }

  /// Writes text to a file, without durability.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - text: All it holds.
  ///   - permissions: Its rights.
  /// - Returns: Where it is.
  /// - Throws: If the name is taken.
  @discardableResult
  package func write(
    _ name: Path,
    text: String,
    permissions: UInt16 = 0o600
  ) throws(FileFailure) -> Path {
    try write(name, Array(text.utf8), permissions: permissions)
  }

  /// Reads a whole file.
  ///
  /// - Parameter name: Its name.
  /// - Returns: All its bytes.
  /// - Throws: If there is none.
  package func read(_ name: Path) throws(FileFailure) -> [UInt8] {
    let file = try directory.openFile(name)
    return try file.read(at: 0, count: file.status().size)
  }

  /// Reads a whole file as text.
  ///
  /// - Parameter name: Its name.
  /// - Returns: All it holds.
  /// - Throws: If there is none.
  package func text(_ name: Path) throws(FileFailure) -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  /// The names in the folder, sorted.
  ///
  /// - Returns: As text.
  /// - Throws: If the folder is gone.
  package func names() throws(FileFailure) -> [String] {
    try directory.entries().map(\.name.text)
  }

  private static func empty(_ folder: Directory) throws(FileFailure) {
    for entry in try folder.entries() {
      if entry.kind == .directory {
        // An empty one goes even if it can't be opened.
        if (try? folder.removeFolder(entry.name)) != nil { continue }
        try empty(folder.openFolder(entry.name))
        try folder.removeFolder(entry.name)
      } else {
        try folder.unlink(entry.name)
      }
    }
  }
}
