package import POSIX

/// One member of an archive, as its header tells it.
package struct ArchiveMember: Sendable, Hashable {
  /// What it is.
  package enum Kind: String, Sendable, Hashable {
    case file
    case folder
    case hardLink = "hard link"
    case symlink
    case pipe
    case socket
    case device
  }

  /// Its name in the archive; only a name, never a path to open.
  ///
  /// Empty for a compressed file that is no archive.
  package let name: Path
  /// What it is.
  package let kind: Kind
  /// Its size as the header claims it; nil if only reading it tells.
  package let claimedSize: Int?
  /// Whether it is encrypted, so that it cannot be read.
  package let isEncrypted: Bool
}
