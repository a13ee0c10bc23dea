import CArchive

/// The functions of libarchive, looked up on first use.
///
/// `@unchecked Sendable`: the table is filled before anyone sees it, and never changed.
@safe final class ArchiveLibrary: @unchecked Sendable {
  /// Nil if the library is not on this machine.
  static let loaded: ArchiveLibrary? = ArchiveLibrary()

  let functions: UnsafePointer<appauth_archive>

  private init?() {
    let table = UnsafeMutablePointer<appauth_archive>.allocate(capacity: 1)
    unsafe table.initialize(to: appauth_archive())
    guard unsafe appauth_archive_load(table) == 1 else {
      unsafe table.deallocate()
      return nil
    }
    unsafe functions = UnsafePointer(table)
  }
}

/// libarchive itself.
package enum ArchiveSupport {
  /// The version that runs, such as `libarchive 3.6.2`; nil if it is not installed (asking loads it).
  package static var version: String? {
    guard let library = ArchiveLibrary.loaded,
      let text = unsafe library.functions.pointee.version_string()
    else { return nil }
    return unsafe String(cString: text)
  }
}
