package import POSIX

/// A copy of an app's data folder, as a phone gives it: old state, and much that must stay as it is.
package struct AppDump: Sendable {
  /// The folder.
  package let path: Path
  /// What the preferences hold once the state is gone, byte for byte.
  package let preferencesWithoutState: String

  /// The file with the state, from the dump's folder.
  package static let preferences: Path = "com.example.app/shared_prefs/AuthState.xml"

  /// Writes a dump.
  ///
  /// - Parameters:
  ///   - state: What AppAuth kept.
  ///   - folder: Where the dump's folder is made.
  ///   - name: The folder's name.
  /// - Throws: If it can't be written.
  package init(
    _ state: AndroidState,
    in folder: TemporaryFolder,
    named name: Path = "dump"
  ) throws(FileFailure) {
    try self.init(stateText: state.json, in: folder, named: name)
  }

  /// Writes a dump with any text in the place of the state.
  ///
  /// - Parameters:
  ///   - text: What stands under the key `state`.
  ///   - folder: Where the dump's folder is made.
  ///   - name: The folder's name.
  /// - Throws: If it can't be written.
  package init(
    stateText text: String,
    in folder: TemporaryFolder,
    named name: Path = "dump"
  ) throws(FileFailure) {
    path = folder.path.appending(name)
    let (head, tail) = (Self.head, Self.tail)
    preferencesWithoutState = head + tail
    let app = try Directory.make(path.appending("com.example.app"))
    let preferences = try Directory.make(app.path.appending("shared_prefs"))
    try Self.write(
      head + "    <string name=\"state\">\(Self.escaped(text))</string>\n" + tail,
      "AuthState.xml",
      preferences
    )
    try Self.write(Self.settings, "settings.xml", preferences)
    let files = try Directory.make(app.path.appending("files"))
    try Self.write("nothing to see here\n", "notes.txt", files)
    try Self.write("{\"theme\":\"dark\",\"tokens\":[1,2,3]}", "ui.json", files)
  }

  /// The preferences with the state.
  package var preferencesPath: Path { path.appending(Self.preferences) }

  private static let head = """
    <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
    <map>
        <int name="launches" value="7" />

    """
  private static let tail = """
        <string name="theme">dark &amp; quiet</string>
    </map>

    """
  private static let settings = """
    <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
    <map>
        <boolean name="push" value="true" />
    </map>

    """

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  private static func write(
    _ text: String,
    _ name: Path,
    _ folder: Directory
  ) throws(FileFailure) {
    try folder.openFile(name, .createExclusive(permissions: 0o660)).write(Array(text.utf8))
  }
}
