import CSystem

extension Path {
  /// The path from the root, the working directory before it if it was relative.
  ///
  /// Neither links nor `..` are resolved: through links that would be another file.
  ///
  /// - Throws: If the working directory is gone or may not be read.
  package var absolute: Path {
    get throws(FileFailure) {
      guard !isAbsolute else { return self }
      guard let folder = unsafe getcwd(nil, 0) else { throw FileFailure(.find, self, lastError) }
      defer { unsafe free(folder) }
      let here = Path(bytes: unsafe bytesOfCString(folder))
      // `.` means nothing anywhere, and no folder opens it as a name of something in it.
      let names = bytes.split(separator: slash).filter { $0 != [UInt8(ascii: ".")] }
      guard let last = names.last else { return here }
      // A slash at the end is an order to follow the link that the name may be.
      let ending = bytes.last == slash ? Array(last) + [slash] : Array(last)
      return names.dropLast().reduce(here) { $0.appending(Array($1)) }.appending(ending)
    }
  }

  /// The one path from the root to the folder that a path leads into, and the path's own last name, which is not
  /// followed if it is a link.
  ///
  /// However one and the same file is spelled, with `..` or through links to folders, this is the same.
  ///
  /// - Throws: If there is no such folder.
  package var canonical: Path {
    get throws(FileFailure) {
      let name = lastComponent
      return ["", ".", ".."].contains(name) ? try resolved : try parent.resolved.appending(name)
    }
  }

  /// Whether something may be created in the folder that it names, as far as the system says so beforehand.
  package var isWritable: Bool {
    (try? unsafe withCString(.find) { unsafe access($0, W_OK | X_OK) }) == 0
  }

  private var resolved: Path {
    get throws(FileFailure) {
      let found = unsafe try withCString(.find) { unsafe realpath($0, nil) }
      guard let found = unsafe found else { throw FileFailure(.find, self, lastError) }
      defer { unsafe free(found) }
      return Path(bytes: unsafe bytesOfCString(found))
    }
  }

  /// Lends the path as C sees it.
  ///
  /// A zero inside would silently name another file, so it is refused.
  func withCString<R>(
    _ operation: FileFailure.Operation,
    _ body: (UnsafePointer<CChar>) -> R
  ) throws(FileFailure) -> R {
    guard !bytes.contains(0) else { throw FileFailure(operation, self, EINVAL) }
    let terminated = bytes + [0]
    return unsafe terminated.withUnsafeBytes { buffer in
      unsafe body(buffer.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped)
    }
  }

  /// Checks that it is one component: with a slash in it the system would walk, and follow links on its way.
  func checkedName(
    _ operation: FileFailure.Operation,
    in folder: Path
  ) throws(FileFailure) -> Path {
    let forbidden: [[UInt8]] = [[], [UInt8(ascii: ".")], Array("..".utf8)]
    guard !forbidden.contains(bytes), !bytes.contains(slash) else {
      throw FileFailure(operation, folder.appending(self), EINVAL)
    }
    return self
  }
}

/// Copies the bytes before the zero.
func bytesOfCString(_ start: UnsafePointer<CChar>) -> [UInt8] {
  let count = unsafe strlen(start)
  return unsafe UnsafeRawBufferPointer(start: start, count: count).map { $0 }
}
