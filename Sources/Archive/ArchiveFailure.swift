package import POSIX

/// Why an archive, or a member of it, could not be read.
package enum ArchiveFailure: Error, Hashable, Sendable {
  /// A system library is missing: given is what to install.
  case libraryMissing(package: String)
  /// The file that it is in could not be read.
  case unreadable(FileFailure)
  /// It breaks the rules of its format.
  case damaged(String)
  /// One member is damaged, or packed in a way that is not supported; the next can be read.
  case damagedMember(String)
  /// It is larger than is read.
  case beyondLimit(String)

  static var libarchiveMissing: ArchiveFailure {
    #if canImport(Darwin)
    .libraryMissing(package: "libarchive (brew install libarchive)")
    #else
    .libraryMissing(package: "libarchive 13 (apt-get install libarchive13)")
    #endif
  }

  static var zlibMissing: ArchiveFailure {
    #if canImport(Darwin)
    .libraryMissing(package: "zlib (brew install zlib)")
    #else
    .libraryMissing(package: "zlib 1 (apt-get install zlib1g)")
    #endif
  }
}

extension ArchiveFailure: CustomStringConvertible {
  /// What happened and what to do next.
  package var description: String {
    switch self {
    case .libraryMissing(let package): "a system library is missing: install \(package)"
    case .unreadable(let failure): failure.description
    case .damaged(let words): "the archive is damaged: \(words)"
    case .damagedMember(let words): "the member is damaged: \(words)"
    case .beyondLimit(let words): words
    }
  }
}
