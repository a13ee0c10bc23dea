import CSystem

/// The user this process acts for.
package enum Account {
  /// The user's number, which decides on rights.
  package static var userID: UInt32 { geteuid() }

  /// The user's login name, the number if the system knows no name.
  package static var name: String {
    entry?.name ?? String(userID)
  }

  /// The home folder: `HOME` if it is a path from the root, else what the system has.
  package static var home: Path? {
    if let home = Environment.value("HOME"), home.hasPrefix("/") { return Path(home) }
    return entry?.home
  }

  private static var entry: (name: String, home: Path)? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var texts = [CChar](repeating: 0, count: 16 * 1024)
    return unsafe texts.withUnsafeMutableBufferPointer { texts in
      guard let start = texts.baseAddress,
        unsafe getpwuid_r(geteuid(), &entry, start, texts.count, &found) == 0,
        unsafe found != nil, let name = unsafe entry.pw_name, let home = unsafe entry.pw_dir
      else { return nil }
      return unsafe (
        String(decoding: bytesOfCString(name), as: UTF8.self), Path(bytes: bytesOfCString(home))
      )
    }
  }
}
