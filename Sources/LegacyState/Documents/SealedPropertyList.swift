import POSIX
import Secrets

/// A property list that says that what it belongs to is sealed: the manifest of an encrypted iOS backup, and the
/// keychain of any backup.
///
/// `Manifest.plist` has `IsEncrypted`; in `keychain-backup.plist` each item is one sealed blob, without the names that
/// a keychain dump has.
enum SealedPropertyList: DocumentReader {
  static let kind = Locator.Kind.propertyList

  /// What an encrypted iOS backup is called.
  static let backupName =
    "iOS backup with a password: make one without, in Finder or with idevicebackup2"

  static func recognises(_ document: DocumentHead) -> Bool {
    PropertyListFile.recognises(document)
      && (document.contains("BackupKeyBag") || document.contains("v_PersistentRef"))
  }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    bytes.contains("BackupKeyBag") || bytes.contains("v_PersistentRef")
      || PropertyListFile.mayHoldUnmarked(bytes, kinds)
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    if let bytes = try? document.whole(), let list = try? PropertyList(bytes) {
      if isEncryptedManifest(list) {
        try emit(.sealed(backupName))
      } else if isSealedKeychain(list) {
        try emit(
          .sealed("keychain of a backup, whose key stays in the device: look at it there")
        )
      }
    }
    try PropertyListFile.read(document, emit: emit)
  }

  /// Whether it is the manifest of a backup whose files are encrypted.
  static func isEncryptedManifest(_ list: PropertyList) -> Bool {
    let root = list.node(list.root)
    guard list.value(in: root, "BackupKeyBag") != nil,
      let flag = list.value(in: root, "IsEncrypted")
    else { return false }
    return list.isTrue(list.node(flag))
  }

  private static func isSealedKeychain(_ list: PropertyList) -> Bool {
    let root = list.node(list.root)
    let classes: [StaticString] = ["genp", "inet", "cert", "keys"]
    var items = 0
    for name in classes {
      guard let value = list.value(in: root, name) else { return false }
      let array = list.node(value)
      guard array.kind == .array else { return false }
      items += array.count
      for position in 0..<array.count {
        let item = list.node(list.child(of: array, position))
        guard list.value(in: item, "v_Data") != nil, list.value(in: item, "acct") == nil,
          list.value(in: item, "svce") == nil
        else { return false }
      }
    }
    return items > 0
  }
}

extension PropertyList {
  /// Whether a value is `true`.
  fileprivate func isTrue(_ node: PlistNode) -> Bool {
    node.kind == .boolean
      && bytes.withBytes { bytes in
        bytes.matches("\u{9}", at: node.element.lowerBound)
          || bytes.matches("<true", at: node.element.lowerBound)
      }
  }
}
