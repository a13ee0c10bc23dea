import POSIX

/// Walks a path given by a person: a file, or a folder with all that is in it, names in byte order.
///
/// Every step goes through the open folder above it, so that nothing that is renamed or linked meanwhile leads
/// elsewhere; links are never followed, and what is no regular file is never opened.
struct FolderWalk {
  enum Step {
    /// With the folder around it, if that can be opened, and what the folders tell of it.
    case file(File, FileStatus, Directory?, Surroundings)
    case skipped(Path, FileKind, Surroundings)
    /// What nobody asked for.
    case leftOut(Path, isFolder: Bool, Surroundings)
    /// A folder whose entries are known.
    case folder(Path, Surroundings, isInput: Bool)
    case failure(Path, ScanFailure.Reason)
    /// What a backup's own list has, and the backup has not.
    case lacking(ScanFailure)
  }

  let limits: ScanLimits
  /// Whether the twin of a file that is named alone, at this path, is none of its business: it comes by itself, or
  /// nobody wants it.
  let leavesTwin: (Path) -> Bool
  var filter = PathFilter()
  let visit: (Step) throws(ScanStopped) -> Void

  func walk(_ path: Path) throws(ScanStopped) {
    let opened: Opened
    do throws(FileFailure) {
      opened = try open(path)
    } catch {
      return try visit(.failure(path, .unreadable("\(error)")))
    }
    switch opened {
    case .folder(let folder):
      try walk(folder, Place(depth: 1, rootLength: path.bytes.count), .of(path))
    case .file(let file, let status):
      let folder = try? Directory.open(path.parent, followLinks: false)
      try visit(.file(file, status, folder, .none))
      try visitTwin(of: path, in: folder)
    case .other(let kind): try visit(.failure(path, .unreadable("it is a \(kind.rawValue)")))
    }
  }

  /// Android keeps the file before the last write beside a SharedPreferences file, and reads that one first.
  private func visitTwin(of path: Path, in folder: Directory?) throws(ScanStopped) {
    guard let twin = path.twin, let folder, !leavesTwin(twin),
      let file = try? folder.openFile(twin.lastComponent),
      let status = try? file.status(), status.kind == .regular
    else { return }
    try visit(.file(file, status, folder, .none))
  }

  /// Where the walk is, seen from the path that it began with.
  private struct Place {
    var depth: Int
    let rootLength: Int

    var below: Place { Place(depth: depth + 1, rootLength: rootLength) }
  }

  private enum Opened {
    case folder(Directory)
    case file(File, FileStatus)
    case other(FileKind)
  }

  private func open(_ path: Path) throws(FileFailure) -> Opened {
    switch try Directory.status(of: path).kind {
    case .directory: return .folder(try Directory.open(path, followLinks: false))
    case .regular, .symlink: return try opened(File.open(path, followLinks: false))
    case let kind: return .other(kind)
    }
  }

  /// Between the look and the opening it may have become something else.
  private func opened(_ file: File) throws(FileFailure) -> Opened {
    let status = try file.status()
    return status.kind == .regular ? .file(file, status) : .other(status.kind)
  }

  private func walk(
    _ folder: Directory,
    _ place: Place,
    _ around: Surroundings
  ) throws(ScanStopped) {
    guard place.depth <= limits.folderDepth else {
      let words = "\(limits.folderDepth) folders inside each other, what is below was not read"
      return try visit(.failure(folder.path, .beyondLimit(words)))
    }
    let entries: [DirectoryEntry]
    do throws(FileFailure) {
      entries = try folder.entries()
    } catch {
      return try visit(.failure(folder.path, .unreadable("\(error)")))
    }
    let surroundings = around.inside(folder, entries, limits)
    try visit(.folder(folder.path, surroundings, isInput: place.depth == 1))
    if case .backup(let backup) = surroundings, backup.folder.path == folder.path {
      let failures = backup.lacks { origin in
        filter.isEmpty || filter.verdict(on: origin.names(behind: place.rootLength)) == .wanted
      }
      for failure in failures { try visit(.lacking(failure)) }
    }
    for entry in entries where !(entry.kind == .directory && surroundings.hidesFolder(entry.name)) {
      try visit(entry, in: folder, place, surroundings)
    }
  }

  private func visit(
    _ entry: DirectoryEntry,
    in folder: Directory,
    _ place: Place,
    _ surroundings: Surroundings
  ) throws(ScanStopped) {
    let path = folder.path.appending(entry.name)
    let isFolder = entry.kind == .directory
    let verdict = verdict(on: path, place)
    guard verdict != .unwanted else {
      return try visit(.leftOut(path, isFolder: isFolder, surroundings))
    }
    let opened: Opened
    do throws(FileFailure) {
      switch entry.kind {
      case .directory: opened = .folder(try folder.openFolder(entry.name))
      case .regular: opened = try self.opened(folder.openFile(entry.name))
      case let kind: opened = .other(kind)
      }
    } catch {
      return try visit(.failure(path, .unreadable("\(error)")))
    }
    switch opened {
    case .folder(let inner): try walk(inner, place.below, surroundings)
    case .file(let file, let status): try visit(.file(file, status, folder, surroundings))
    case .other where verdict != .wanted:
      try visit(.leftOut(path, isFolder: false, surroundings))
    case .other(let kind): try visit(.skipped(path, kind, surroundings))
    }
  }

  private func verdict(on path: Path, _ place: Place) -> PathFilter.Verdict {
    if filter.isEmpty { return .wanted }
    return filter.verdict(on: DocumentOrigin(path).names(behind: place.rootLength))
  }
}
