import CSystem

extension File {
  /// Gives this file the owner, rights and extended attributes of another, as a replacement must have them.
  ///
  /// - Parameters:
  ///   - original: The file to be like.
  ///   - modificationTime: Whether to take over its modification time, too.
  /// - Throws: If this user may not; a file that its reader can no longer open would be worse than the old one.
  package func copyAttributes(
    of original: File,
    modificationTime: Bool = false
  ) throws(FileFailure) {
    let (wanted, own) = (try original.status(), try status())
    try copyExtendedAttributes(of: original)
    if wanted.owner != own.owner || wanted.group != own.group {
      try systemCall(.attribute, path) {
        fchown(
          descriptor.number,
          wanted.owner == own.owner ? uid_t.max : wanted.owner,
          wanted.group == own.group ? gid_t.max : wanted.group
        )
      }
    }
    // After the owner: changing that clears the set-user bits.
    try setPermissions(wanted.mode)
    if modificationTime { try setModified(wanted.modified) }
  }

  private func setModified(_ nanoseconds: Int64) throws(FileFailure) {
    let time = timespec(
      tv_sec: time_t(nanoseconds / 1_000_000_000),
      tv_nsec: Int(nanoseconds % 1_000_000_000)
    )
    let times = [time, time]
    try systemCall(.attribute, path) {
      unsafe times.withUnsafeBufferPointer { times in
        unsafe futimens(descriptor.number, times.baseAddress)
      }
    }
  }

  private func copyExtendedAttributes(of original: File) throws(FileFailure) {
    for name in try original.attributeNames() {
      do {
        guard let value = try original.attribute(name) else { continue }
        try setAttribute(name, value)
      } catch {
        // What the user or an access list put there must not be lost. Labels that only the system may set are the
        // system's business: the new file got its own.
        let isOurs = name.starts(with: "user.".utf8) || name.starts(with: "system.posix_acl".utf8)
        guard !isOurs else { throw error }
      }
    }
  }

  private func attributeNames() throws(FileFailure) -> [[UInt8]] {
    let list = try unsafe sized { buffer, size in
      unsafe appauth_list_attributes(descriptor.number, buffer, size)
    }
    return (list ?? []).split(separator: 0).map(Array.init)
  }

  /// The value of an extended attribute.
  ///
  /// - Parameter name: Its name's bytes, with the name space.
  /// - Returns: Nil if there is none, or none can be on this file system.
  /// - Throws: If the system refuses.
  package func attribute(_ name: [UInt8]) throws(FileFailure) -> [UInt8]? {
    let name = (name + [0]).map { CChar(bitPattern: $0) }
    return try unsafe sized { buffer, size in
      unsafe name.withUnsafeBufferPointer { name in
        unsafe appauth_get_attribute(
          descriptor.number,
          name.baseAddress.unsafelyUnwrapped,
          buffer,
          size
        )
      }
    }
  }

  /// Sets an extended attribute.
  ///
  /// - Parameters:
  ///   - name: Its name's bytes, with the name space.
  ///   - value: What it shall be.
  /// - Throws: If the system refuses, or the file system has none.
  package func setAttribute(_ name: [UInt8], _ value: [UInt8]) throws(FileFailure) {
    let name = (name + [0]).map { CChar(bitPattern: $0) }
    try systemCall(.attribute, path) {
      unsafe name.withUnsafeBufferPointer { name in
        unsafe value.withUnsafeBytes { value in
          unsafe appauth_set_attribute(
            descriptor.number,
            name.baseAddress.unsafelyUnwrapped,
            value.baseAddress ?? UnsafeRawPointer(name.baseAddress.unsafelyUnwrapped),
            value.count
          )
        }
      }
    }
  }

  /// Asks for a size, then for the bytes, again if they grew meanwhile; nil where there are no such attributes.
  private func sized(
    _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) throws(FileFailure) -> [UInt8]? {
    while true {
      do {
        let size = try systemCall(.inspect, path) { call(nil, 0) }
        var buffer = [CChar](repeating: 0, count: size)
        let got = try systemCall(.inspect, path) {
          guard size > 0 else { return 0 }
          return unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            unsafe call(buffer.baseAddress, buffer.count)
          }
        }
        return buffer[..<Int(got)].map { UInt8(bitPattern: $0) }
      } catch {
        switch error.code {
        case ERANGE: continue
        case ENOTSUP, EOPNOTSUPP, ENOSYS, Self.noAttribute: return nil
        default: throw error
        }
      }
    }
  }

  #if canImport(Darwin)
  private static let noAttribute = ENOATTR
  #else
  private static let noAttribute = ENODATA
  #endif
}
