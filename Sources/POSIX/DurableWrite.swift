import CSystem

/// Writing so that a crash or power cut at any moment leaves the old file or the new one, never a part.
package enum DurableWrite {
  /// How far a write has come; a kill walk counts these.
  package enum Point: String, CaseIterable, Sendable {
    /// The temporary file holds all bytes.
    case written
    /// They would survive a power cut.
    case synced
    /// The new file has the name.
    case renamed
    /// The name would survive a power cut.
    case folderSynced
    /// The old file's bytes are overwritten.
    case oldWiped
  }

  /// What became of the file that was replaced or removed.
  package enum OldFile: Hashable, Sendable {
    /// It was not asked to be overwritten.
    case left
    /// It had no other name, and is overwritten with zeros.
    case wiped
    /// It has other names (hard links), under which it still has its content.
    case linkedElsewhere(names: Int)
  }

  /// Replaces or makes a file.
  ///
  /// Temporary file, write, sync, rights of the original, rename, sync of the folder. A temporary file that a killed
  /// run left is removed first; one that a living process writes to is an error (`locked`). A failure before the rename leaves the folder as it was.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - folder: Its folder.
  ///   - contents: All its new bytes.
  ///   - temporaryName: A name in the same folder that nothing but this program uses.
  ///   - original: The old file: the new one gets its owner, rights and extended attributes. Opened `.readWrite` if it
  ///     is to be wiped. Without it the new file gets 0600.
  ///   - status: What the old file looked like when it was read; if it has been written to or replaced since, nothing
  ///     is done.
  ///   - keepingModificationTime: Whether the new file gets the original's modification time.
  ///   - wipingOriginal: Whether the old bytes are overwritten after all else is safe, unless another name holds them.
  ///   - observe: Called after each point.
  /// - Returns: What became of the original.
  /// - Throws: `changing` if the old file isn't the one that was read; whatever the system refuses.
  @discardableResult
  package static func replace(
    _ name: Path,
    in folder: Directory,
    contents: some ByteSource,
    temporaryName: Path,
    attributesOf original: File? = nil,
    unchangedSince status: FileStatus? = nil,
    keepingModificationTime: Bool = false,
    wipingOriginal: Bool = false,
    observe: (Point) -> Void = { _ in }
  ) throws(FileFailure) -> OldFile {
    try prepare(temporaryName, in: folder, observe) { (file) throws(FileFailure) in
      try file.write(contents)
    } dress: { (file) throws(FileFailure) in
      if let original {
        try file.copyAttributes(of: original, modificationTime: keepingModificationTime)
      }
    } finish: { () throws(FileFailure) in
      if let status, try !folder.status(of: name).isUnchanged(since: status) {
        throw FileFailure(.write, folder.path.appending(name), .changing)
      }
      try folder.rename(temporaryName, to: name)
    }
    observe(.renamed)
    try folder.sync()
    observe(.folderSynced)
    guard wipingOriginal, let original else { return .left }
    return try wipe(original, observe)
  }

  /// Makes a file, complete under its name from the first moment.
  ///
  /// - Parameters:
  ///   - path: Where it shall be.
  ///   - contents: All its bytes.
  ///   - permissions: Its rights, whatever the umask.
  ///   - exclusive: Whether a file that exists already is left alone; else it is replaced.
  ///   - observe: Called after each point.
  /// - Throws: EEXIST if exclusive and the name is taken, be it by a link; whatever the system refuses.
  package static func create(
    _ path: Path,
    contents: some ByteSource,
    permissions: UInt16 = 0o600,
    exclusive: Bool = true,
    observe: (Point) -> Void = { _ in }
  ) throws(FileFailure) {
    try create(path, permissions: permissions, exclusive: exclusive, observe: observe) {
      (file) throws(FileFailure) in
      try file.write(contents)
    }
  }

  /// The same for contents that are not in memory as a whole.
  ///
  /// - Parameters:
  ///   - path: Where it shall be.
  ///   - permissions: Its rights, whatever the umask.
  ///   - exclusive: Whether a file that exists already is left alone; else it is replaced.
  ///   - observe: Called after each point.
  ///   - write: Writes all bytes; what it throws leaves the folder as it was.
  /// - Throws: EEXIST if exclusive and the name is taken, be it by a link; whatever the system or `write` refuses.
  package static func create(
    _ path: Path,
    permissions: UInt16 = 0o600,
    exclusive: Bool = true,
    observe: (Point) -> Void = { _ in },
    write: (File) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    let (folder, name) = (try Directory.open(path.parent), path.lastComponent)
    if exclusive, (try? folder.status(of: name)) != nil {
      throw FileFailure(.create, path, .system(EEXIST))
    }
    let temporaryName = Path(bytes: Array(".".utf8) + name.bytes + Array(".new".utf8))
    try prepare(temporaryName, in: folder, observe, write: write) { (file) throws(FileFailure) in
      try file.setPermissions(permissions)
    } finish: { () throws(FileFailure) in
      if exclusive {
        try folder.renameExclusively(temporaryName, to: name)
      } else {
        try folder.rename(temporaryName, to: name)
      }
    }
    observe(.renamed)
    try folder.sync()
    observe(.folderSynced)
  }

  /// Removes a whole file durably, and overwrites its bytes if no other name holds them.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - folder: Its folder.
  ///   - original: The same file opened `.readWrite`.
  ///   - status: What it looked like when it was judged.
  ///   - observe: Called after each point (`renamed` stands for the removal).
  /// - Returns: Whether its bytes are gone, too.
  /// - Throws: `changing` if it isn't the file that was judged; whatever the system refuses.
  @discardableResult
  package static func remove(
    _ name: Path,
    in folder: Directory,
    wiping original: File,
    unchangedSince status: FileStatus,
    observe: (Point) -> Void = { _ in }
  ) throws(FileFailure) -> OldFile {
    let path = folder.path.appending(name)
    guard try folder.status(of: name).isUnchanged(since: status) else {
      throw FileFailure(.remove, path, .changing)
    }
    try folder.unlink(name)
    observe(.renamed)
    try folder.sync()
    observe(.folderSynced)
    return try wipe(original, observe)
  }

  /// Overwrites a file that has lost its last name.
  ///
  /// - Parameters:
  ///   - old: Opened `.readWrite` before the name went.
  ///   - observe: Called when it is done.
  /// - Returns: `wiped`, or that other names still hold the file.
  /// - Throws: If the system refuses; the new file is in place all the same.
  package static func wipe(
    _ old: File,
    _ observe: (Point) -> Void = { _ in }
  ) throws(FileFailure) -> OldFile {
    let status = try old.status()
    guard status.links == 0 else { return .linkedElsewhere(names: Int(status.links)) }
    try old.zero(0..<status.size)
    try old.sync()
    observe(.oldWiped)
    return .wiped
  }

  private static func prepare(
    _ temporaryName: Path,
    in folder: Directory,
    _ observe: (Point) -> Void,
    write: (File) throws(FileFailure) -> Void,
    dress: (File) throws(FileFailure) -> Void,
    finish: () throws(FileFailure) -> Void
  ) throws(FileFailure) {
    let file = try folder.claimTemporary(temporaryName)
    do {
      try write(file)
      observe(.written)
      // Before the sync, so that a rename never shows a file with the wrong rights.
      try dress(file)
      try file.sync()
      observe(.synced)
      try finish()
    } catch {
      try? folder.unlink(temporaryName)
      throw error
    }
  }
}
