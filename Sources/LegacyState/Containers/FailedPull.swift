/// What is left where the copying of an app's data failed: it must not pass for an app without state.
enum FailedPull {
  /// What happened and what to do; nil if the document is nothing of the kind.
  static func reason(_ document: DocumentContent, _ origin: DocumentOrigin) -> String? {
    let head = document.head
    if head.size == 0 { return emptyArchive(head) ?? emptyPreferences(head, origin) }
    if isEmptyTar(head) { return emptyContainer(.archive) }
    guard head.size <= DocumentHead.length else { return nil }
    if head.starts(with: "run-as: ") {
      if head.contains("not debuggable") {
        return """
          it holds only what run-as said, that the app is not debuggable: the copying failed. Use a debuggable build, \
          a rooted device or an emulator, or adb backup, and copy again
          """
      }
      if head.contains("unknown package") || head.contains("is unknown") {
        return """
          it holds only what run-as said, that there is no such package: the copying failed. Check the package's name \
          (adb shell pm list packages), and copy again
          """
      }
      return "it holds only what run-as said: the copying failed. Look at its words, and copy again"
    }
    for start in starts where head.starts(with: start) {
      return
        "it holds only an error of adb's: the copying failed. Look at its words, and copy again"
    }
    return nil
  }

  private static let starts: [StaticString] = [
    "adb: error: ", "adb: failed ", "error: device ", "error: no devices", "error: closed",
    "adb: no devices", "tar: ", "/system/bin/sh: ",
  ]

  /// Android writes preferences to a new file and renames it: one of 0 bytes is no work of an app's.
  private static func emptyPreferences(_ head: DocumentHead, _ origin: DocumentOrigin) -> String? {
    guard head.isNamed(".xml"), origin.owner.place == .preferences else { return nil }
    return """
      it is a preferences file of 0 bytes: the copying failed. Copy again, and look at what the copying program says on \
      standard error
      """
  }

  private static func emptyArchive(_ head: DocumentHead) -> String? {
    guard
      head.isNamed(
        ".ab",
        ".tar",
        ".tgz",
        ".tar.gz",
        ".tar.xz",
        ".tar.zst",
        ".zip",
        ".7z",
        ".xcappdata"
      )
    else { return nil }
    return """
      it is an archive of 0 bytes: the copying failed. Copy again, and look at what the copying program says on \
      standard error
      """
  }

  /// What to say of an archive without a file but with links: they lead to what was not copied.
  static let onlyLinks = """
    there are only links in this archive, and no file that they lead to: copy the folder that they lead to, or have them \
    followed (tar -h)
    """

  /// Whether a tar ends where it begins: nothing but the zeros behind its last member.
  private static func isEmptyTar(_ head: DocumentHead) -> Bool {
    head.isNamed(".tar") && head.size >= 1024 && head.size <= 1 << 16
      && head.bytes.allSatisfy { $0 == 0 }
  }

  /// What to say of an archive without members.
  static func emptyContainer(_ kind: ContainerKind) -> String {
    switch kind {
    case .androidBackup:
      """
      there is nothing in this backup: the app forbids backups (android:allowBackup, or it targets Android 12 and is \
      not debuggable), or nobody confirmed it on the device. Copy its folder with run-as or as root instead
      """
    case .archive, .compressed:
      "there is nothing in this archive; if it is a copy of an app's data, the copying failed"
    }
  }
}
