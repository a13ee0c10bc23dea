#if os(Linux)
import POSIX
import TestSupport

/// A demo world with a session bus of its own, and GNOME Keyring on it.
struct KeyringWorld {
  let world: DemoWorld

  init() async throws {
    world = try await DemoWorld()
    // No service that the bus could start by itself: what is there was started by the test.
    try world.home.folder.write(
      "bus.conf",
      text: """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:tmpdir=/tmp</listen>
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
          </policy>
        </busconfig>
        """
    )
    // Accepts and never answers.
    try world.home.folder.write(
      "mute.py",
      text: """
        import socket
        mute = socket.socket(socket.AF_UNIX)
        mute.bind("mute.sock")
        mute.listen(64)
        kept = []
        while True:
            kept.append(mute.accept())
        """
    )
  }

  /// Runs a script on the bus; `$tool` is the command, `$issuer` whom it may ask.
  ///
  /// - Parameters:
  ///   - script: For bash.
  ///   - hasKeyring: Whether an unlocked keyring is there.
  /// - Returns: What became of it.
  /// - Throws: If it could not be started.
  func run(_ script: String, hasKeyring: Bool = true) async throws -> BuiltTool.Run {
    let keyring = """
      mkdir -p "$XDG_DATA_HOME/keyrings"; chmod 700 "$XDG_RUNTIME_DIR"
      printf pw | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null 2>&1 &
      keyring=$!
      until dbus-send --session --print-reply --dest=org.freedesktop.DBus / \
        org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true
      do sleep 0.05; done

      """
    let whole =
      "tool=\(BuiltTool.command.executable)\n" + (hasKeyring ? keyring : "") + script
      + "\ncode=$?\n" + (hasKeyring ? "kill $keyring\n" : "") + "exit $code"
    return try await BuiltTool(executable: "/usr/bin/dbus-run-session").run(
      ["--config-file=bus.conf", "--", "bash", "-c", whole],
      in: world.home,
      environment: ["BROWSER": world.browser.text]
    )
  }
}
#endif
