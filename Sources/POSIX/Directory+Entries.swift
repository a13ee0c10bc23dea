import CSystem

/// One name in a folder.
package struct DirectoryEntry: Hashable, Sendable {
  /// The name's bytes, a single component.
  package let name: Path
  /// What it stands for; a link is a link.
  package let kind: FileKind
}

extension Directory {
  /// Everything in the folder but `.` and `..`, sorted by bytes.
  ///
  /// - Returns: A fresh list; entries that vanish meanwhile may be missing or listed.
  /// - Throws: If the folder may not be read.
  package func entries() throws(FileFailure) -> [DirectoryEntry] {
    // A descriptor of its own: two lists at once would share the position.
    let own = try unsafe systemCall(.list, path, named: ".") { start in
      unsafe appauth_openat(descriptor.number, start, O_RDONLY | O_DIRECTORY, 0)
    }
    guard let stream = unsafe fdopendir(own) else {
      let code = lastError
      _ = close(own)
      throw FileFailure(.list, path, code)
    }
    defer { _ = unsafe closedir(stream) }

    var entries: [DirectoryEntry] = []
    while true {
      appauth_clear_errno()
      guard let entry = unsafe readdir(stream) else {
        let code = lastError
        guard code == 0 else { throw FileFailure(.list, path, code) }
        break
      }
      let name = Path(bytes: unsafe bytesOfCString(appauth_entry_name(entry)))
      if name == "." || name == ".." { continue }
      entries.append(DirectoryEntry(name: name, kind: unsafe kind(entry.pointee.d_type, name)))
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// The kind that came with the name, or a look of its own where the file system doesn't say.
  private func kind(_ type: UInt8, _ name: Path) -> FileKind {
    guard type == 0 else { return FileKind(mode: UInt32(type) << 12) }
    return (try? status(of: name).kind) ?? .other
  }
}
