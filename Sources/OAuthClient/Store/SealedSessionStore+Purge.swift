internal import POSIX

/// What a store holds, counted.
public struct StoreContents: Sendable, Equatable {
  /// Whether there is a store at all: a file or a note.
  public let exists: Bool
  /// Sessions of other issuers or clients, which only their own clients can sign out.
  public let otherSessions: Int
  /// Sessions that lie aside, of whichever client.
  public let setAside: Int
}

extension SealedSessionStore {
  /// Where the key of the store in a folder comes from.
  ///
  /// - Parameter folder: The store's folder.
  /// - Returns: Nil if there is no store yet.
  /// - Throws: `newerVersion`; `failed` if that cannot be read.
  public static func keyKind(in folder: String) throws(StoreFailure) -> SealingKeyKind? {
    let path = Path(folder)
    if let noted = try StoreNote.read(in: path)?.kind { return noted }
    // What has no note is from before there were any, and its key is in a file.
    return StoreConnection.isThere(in: path) ? .file : nil
  }

  /// What the store holds.
  ///
  /// - Returns: Numbers.
  /// - Throws: `newerVersion`, `failed`.
  public func contents() async throws(StoreFailure) -> StoreContents {
    let isNoted = try StoreNote.read(in: folder) != nil
    guard exists else { return StoreContents(exists: isNoted, otherSessions: 0, setAside: 0) }
    let counts = try opened().counts(without: names)
    return StoreContents(exists: true, otherSessions: counts.others, setAside: counts.aside)
  }

  /// Destroys the store with all that is in it, sessions of other clients too, and its key.
  ///
  /// In an order in which no secret is left that nothing points to, whenever it is cut off: the sessions, the key, the
  /// files, and last the note that says where the key is. Doing it again finishes it.
  ///
  /// - Parameter keepingKey: Whether the key stays, as one that others may need.
  /// - Returns: Whether there was a key that is gone now.
  /// - Throws: Why something is still there.
  public func destroy(keepingKey: Bool = false) async throws(StoreFailure) -> Bool {
    guard Self.folderExists(folder) else {
      return keepingKey ? false : try keySource.remove(storeFolder: folder.text)
    }
    let lock = try await lock(waiting: .seconds(30))
    let keyLock = try await StoreLock.take("key.lock", in: folder, waiting: .seconds(30))
    defer {
      keyLock.release()
      lock.release()
    }
    if exists { try opened().clearAll() }
    closeConnection()
    let hadKey = keepingKey ? false : try keySource.remove(storeFolder: folder.text)
    do throws(FileFailure) {
      let folder = try Directory.open(folder)
      let names = try folder.entries().map(\.name)
      let note = StoreNote.name
      for name in names where Self.isOurs(name) && name != note { try folder.unlink(name) }
      if names.contains(note) { try folder.unlink(note) }
      try folder.sync()
      // What else lies there is not ours to remove; and an empty folder that has to stay holds nothing.
      if try folder.entries().isEmpty {
        try? Directory.open(folder.path.parent).removeFolder(folder.path.lastComponent)
      }
    } catch {
      throw StoreFailure(.failed, "the session store is not removed as a whole: \(error)")
    }
    return hadKey
  }

  private static func folderExists(_ folder: Path) -> Bool {
    (try? Directory.status(of: folder, followLinks: true)) != nil
  }

  /// The lock of a session: 16 hex digits of its slot.
  private static func isSessionLock(_ name: String) -> Bool {
    let slot = name.utf8.prefix(16)
    return name.utf8.count == 21 && name.hasSuffix(".lock")
      && slot.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  private static func isOurs(_ name: Path) -> Bool {
    let text = name.text
    let database = StoreConnection.file(in: "").text
    return ["", "-wal", "-shm", "-journal"].contains { text == database + $0 }
      || [StoreNote.name.text, ".\(StoreNote.name.text).new", "key.lock"].contains(text)
      || isSessionLock(text)
  }
}
