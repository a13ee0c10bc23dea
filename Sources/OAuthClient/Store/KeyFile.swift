internal import Crypto
package import POSIX
public import Secrets

/// A sealing key in a file: 32 random bytes that only their owner can read, away from the store.
public struct KeyFile: SealingKeySource {
  private static let length = 32
  private let path: Path

  package init(_ path: Path) { self.path = path }

  /// Names a key file.
  ///
  /// - Parameter path: Not in the store's folder; the file is made on first use.
  public init(path: String) { self.path = Path(path) }

  /// What `status` says of it.
  public var description: String { "key file \(path.shown)" }

  /// Noted as `file`.
  public var kind: SealingKeyKind? { .file }

  /// Reads the key, or makes one.
  ///
  /// - Parameters:
  ///   - storeFolder: Where the store lies: a key in the same folder would be copied along with it.
  ///   - isCreating: Whether a missing key is made.
  /// - Returns: The key; nil if there is none.
  /// - Throws: `unsafePlace` for a link, another owner, open rights or the store's folder.
  public func key(storeFolder: String, isCreating: Bool) throws(StoreFailure) -> SecretBytes? {
    let (inspected, failure) = inspect(storeFolder: Path(storeFolder), isCreating: isCreating)
    if let failure { throw failure }
    return inspected
  }

  /// Destroys the key: its bytes are overwritten, too, where no other name holds them.
  ///
  /// - Parameter storeFolder: Not needed.
  /// - Returns: Whether there was one.
  /// - Throws: `unsafePlace` for a file that is no key of ours, which is left alone; `failed`.
  public func remove(storeFolder: String) throws(StoreFailure) -> Bool {
    guard try key(storeFolder: storeFolder, isCreating: false) != nil else { return false }
    do throws(FileFailure) {
      let path = try path.absolute
      let (folder, name) = (try Directory.open(path.parent), path.lastComponent)
      try folder.openFile(name).setPermissions(0o600)
      let file = try folder.openFile(name, .readWrite)
      try DurableWrite.remove(name, in: folder, wiping: file, unchangedSince: file.status())
      return true
    } catch {
      if error.isNotFound { return false }
      throw StoreFailure(.failed, "\(description): \(error)")
    }
  }

  private func inspect(
    storeFolder: Path,
    isCreating: Bool
  ) -> (key: SecretBytes?, failure: StoreFailure?) {
    do throws(FileFailure) {
      let path = try path.absolute
      let folder: Directory
      do throws(FileFailure) {
        folder = try isCreating ? Directory.make(path.parent) : Directory.open(path.parent)
      } catch {
        guard error.isNotFound, !isCreating else { throw error }
        return (nil, nil)
      }
      if let store = try? Directory.open(storeFolder),
        try folder.status().isSameFile(as: store.status())
      {
        return refusal(
          "lies in the store's own folder, so whoever copies the one has the other: choose another place with --key-file"
        )
      }
      return try read(path.lastComponent, in: folder, isCreating: isCreating)
    } catch {
      return (nil, StoreFailure(.failed, "\(description): \(error)"))
    }
  }

  private func read(
    _ name: Path,
    in folder: Directory,
    isCreating: Bool
  ) throws(FileFailure) -> (key: SecretBytes?, failure: StoreFailure?) {
    let file: File
    do throws(FileFailure) {
      guard try folder.status(of: name).kind == .regular else {
        return refusal("is not a regular file: name the file itself, not a link to it")
      }
      file = try folder.openFile(name)
    } catch {
      guard error.isNotFound else { throw error }
      guard isCreating else { return (nil, nil) }
      let key = Random.secret(Self.length)
      try DurableWrite.create(folder.path.appending(name), contents: key)
      return (key, nil)
    }
    let status = try file.status()
    guard status.isOwnedByUs else { return refusal("belongs to another user") }
    guard !status.isAccessibleByOthers else {
      return refusal("can be read by others: chmod 600 it, and sign in again if somebody may have")
    }
    guard status.size == Self.length else {
      return refusal(
        "is not 32 bytes long, so it is no key of ours: restore it, or choose another with --key-file"
      )
    }
    return (try file.readAll(limit: Self.length), nil)
  }

  private func refusal(_ text: String) -> (key: SecretBytes?, failure: StoreFailure?) {
    (nil, StoreFailure(.unsafePlace, "\(description) \(text)"))
  }
}
