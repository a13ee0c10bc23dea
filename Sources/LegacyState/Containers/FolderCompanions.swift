import POSIX

/// The files beside a document in a folder of the file system.
struct FolderCompanions: Companions {
  let folder: Directory
  let limits: ScanLimits

  func document(at names: [Path]) throws(FileFailure) -> DocumentContent? {
    guard let name = names.last else { return nil }
    do throws(FileFailure) {
      var folder = folder
      for inner in names.dropLast() { folder = try folder.openFolder(inner) }
      let file = try folder.openFile(name)
      let status = try file.status()
      guard status.kind == .regular else { return nil }
      return try DocumentContent(
        file,
        status,
        name: name.text,
        limits: limits,
        companions: FolderCompanions(folder: folder, limits: limits)
      )
    } catch {
      if error.isNotFound { return nil }
      throw error
    }
  }
}
