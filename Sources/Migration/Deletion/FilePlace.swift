import POSIX

/// Where a file is, reached from an audited path without following a link on the way.
struct FilePlace {
  let path: Path
  let folder: Directory
  let name: Path

  /// Why a file was not reached.
  enum Failure: Error {
    case outside
    case system(FileFailure)
  }

  /// Walks from the root that holds the file; each step goes through the open folder above it.
  ///
  /// - Parameters:
  ///   - path: The file, from the root of the file system.
  ///   - roots: What was audited: folders and files, whose own path may lead through links, as its user named it.
  /// - Throws: If it is below none of them, or a step is a link, or may not be taken.
  init(_ path: Path, below roots: [Path]) throws(Failure) {
    self.path = path
    self.name = path.lastComponent
    guard let (root, steps) = Self.way(to: path, below: roots) else { throw .outside }
    do throws(FileFailure) {
      guard !steps.isEmpty else {
        folder = try Directory.open(path.parent)
        return
      }
      var folder = try Directory.open(root, followLinks: false)
      for step in steps.dropLast() { folder = try folder.openFolder(step) }
      self.folder = folder
    } catch {
      throw .system(error)
    }
  }

  /// The root, and the names from there to the file; no names if the root is the file.
  private static func way(to path: Path, below roots: [Path]) -> (root: Path, steps: [Path])? {
    let slash = UInt8(ascii: "/")
    for root in roots {
      if root == path { return (root, []) }
      let trimmed = root.bytes.last == slash ? root.bytes : root.bytes + [slash]
      guard path.bytes.starts(with: trimmed) else { continue }
      let rest = path.bytes.dropFirst(trimmed.count).split(separator: slash)
      return (root, rest.map { Path(bytes: $0) })
    }
    return nil
  }
}
