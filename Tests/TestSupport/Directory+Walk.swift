package import POSIX

extension Directory {
  /// Visits everything below, in the order of the names, without following links.
  ///
  /// - Parameter visit: Gets the path from here, the kind, and a way to open a file.
  /// - Throws: What `visit` throws; if a folder can't be listed.
  package func walk(
    _ visit: (Path, FileKind, () throws(FileFailure) -> File) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    try walk("", visit)
  }

  private func walk(
    _ prefix: Path,
    _ visit: (Path, FileKind, () throws(FileFailure) -> File) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    for entry in try entries() {
      let path = prefix.appending(entry.name)
      try visit(path, entry.kind) { () throws(FileFailure) in try openFile(entry.name) }
      guard entry.kind == .directory else { continue }
      try openFolder(entry.name).walk(path, visit)
    }
  }
}
