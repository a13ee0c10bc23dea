import CSystem

/// What kind of thing a name stands for.
package enum FileKind: String, Hashable, Sendable {
  case regular = "regular file"
  case directory = "folder"
  case symlink = "symbolic link"
  case fifo = "pipe"
  case socket
  case device
  case other = "special file"

  init(mode: UInt32) {
    // The numbers are the same on every system that we know, the macros are not imported.
    self =
      switch mode & 0o170000 {
      case 0o100000: .regular
      case 0o040000: .directory
      case 0o120000: .symlink
      case 0o010000: .fifo
      case 0o140000: .socket
      case 0o020000, 0o060000: .device
      default: .other
      }
  }
}

/// What the system knows of a file without reading it.
package struct FileStatus: Hashable, Sendable {
  /// Regular file, folder, link or something else.
  package let kind: FileKind
  /// Bytes in it.
  package let size: Int
  /// The permission bits, `0o7777` at most.
  package let mode: UInt16
  /// The user who owns it.
  package let owner: UInt32
  /// The group that owns it.
  package let group: UInt32
  /// The file system it is on.
  package let device: UInt64
  /// Its number there.
  package let inode: UInt64
  /// How many names it has.
  package let links: UInt64
  /// When its bytes were last changed, in nanoseconds since 1970.
  package let modified: Int64
  /// When its bytes, names or attributes were last changed, in nanoseconds since 1970.
  package let changed: Int64

  /// Whether this process's user owns it.
  package var isOwnedByUs: Bool { owner == geteuid() }
  /// Whether group or others have any right on it.
  package var isAccessibleByOthers: Bool { mode & 0o077 != 0 }
  /// Whether group or others may write to it.
  package var isWritableByOthers: Bool { mode & 0o022 != 0 }

  /// Whether both are the same file, by whatever name.
  ///
  /// - Parameter other: The status to compare with.
  /// - Returns: True for the same device and inode.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether nothing was written between two looks at one file.
  ///
  /// - Parameter other: The other look.
  /// - Returns: True for the same file, size, modification and change time.
  package func isUnchanged(since other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
      && changed == other.changed
  }

  init(_ status: stat) {
    #if canImport(Darwin)
    let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
    let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.kind = FileKind(mode: UInt32(status.st_mode))
    self.size = Int(status.st_size)
    self.mode = UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
    self.owner = status.st_uid
    self.group = status.st_gid
    self.device = UInt64(truncatingIfNeeded: status.st_dev)
    self.inode = UInt64(status.st_ino)
    self.links = UInt64(status.st_nlink)
    self.modified = nanoseconds(modified)
    self.changed = nanoseconds(changed)
  }
}

/// A time as one number; hostile dates wrap instead of trapping.
func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
