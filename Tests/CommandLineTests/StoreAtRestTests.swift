#if os(Linux)
import DemoProvider
import Foundation
import POSIX
import Secrets
import TestSupport
import Testing

/// The store's files, as another program and another user see them.
@Suite(.timeLimit(.minutes(10))) struct `The store at rest` {
  private let world: DemoWorld

  init() async throws { world = try await DemoWorld() }

  /// Looks at every cell by SQLite's own eyes, and at every byte of the files: free pages, log and journal too.
  private static let reader = """
    import glob, os, shutil, sqlite3, sys, tempfile
    folder, mark = sys.argv[1], sys.argv[2].encode()
    files = [f for f in glob.glob(folder + "/**", recursive=True) if os.path.isfile(f)]
    assert any(f.endswith("sessions.sqlite") for f in files), files
    for name in files:
        content = open(name, "rb").read()
        assert mark not in content, name
        assert mark.decode().encode("utf-16-le") not in content, name
    with tempfile.TemporaryDirectory() as copy:
        for name in files:
            if "sessions.sqlite" in name:
                shutil.copy(name, copy)
        database = sqlite3.connect(copy + "/sessions.sqlite")
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = [r[0] for r in database.execute("SELECT name FROM sqlite_schema WHERE type='table'")]
        assert set(tables) >= {"session", "aside"}, tables
        rows = 0
        for table in tables:
            for row in database.execute(f"SELECT * FROM {table}"):
                rows += 1
                for cell in row:
                    cell = cell if isinstance(cell, bytes) else str(cell).encode()
                    assert mark not in cell, table
        print(rows)
    """

  @Test(arguments: ["--key-source file", "--passphrase-file passphrase"])
  func `shows no secret to an independent reader, signed in, refreshed and signed out`(
    flags: String
  ) async throws {
    try world.home.folder.write("passphrase", text: "correct horse")
    // It stands in every token that the provider gives out.
    let mark = "MARKED7x3q9"
    #expect(world.old.refresh.text.contains(mark))
    var rows: [String] = []
    for command in ["login", "refresh", "token", "logout"] {
      let run = try await world.run(
        [command] + flags.split(separator: " ").map(String.init)
      )
      #expect(run.code == 0, "\(run.error)")
      let outcome = try await ChildProcess.run(
        "python3",
        arguments: [
          "-I", "-c", Self.reader, world.home.path.appending("data").text,
          mark,
        ]
      )
      #expect(outcome.exit == .code(0), "\(command): \(outcome.errorText)")
      rows.append(outcome.outputText.filter { $0 != "\n" })
    }
    #expect(rows == ["1", "1", "1", "0"])
  }

  @Test(arguments: [true, false])
  func `is read by status in a folder that cannot be written to`(hasLog: Bool) async throws {
    #expect(try await world.run(["login"]).code == 0)
    let run = try await BuiltTool(executable: "/bin/bash").run(
      [
        "-c",
        """
        set -e
        store=$XDG_DATA_HOME/appauth-migrate
        \(hasLog ? "" : #"python3 -c 'import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); c.execute("PRAGMA wal_checkpoint(TRUNCATE)"); c.close()' "$store/sessions.sqlite"; rm -f "$store"/*-wal "$store"/*-shm"#)
        install -m 755 "$0" tool
        chown -R 65534:65534 "$HOME"
        chmod 400 "$store"/*; chmod 555 "$store"
        before=$(sha256sum "$store"/sessions.sqlite; ls "$store")
        for command in status logout; do
          setpriv --reuid=65534 --regid=65534 --clear-groups ./tool $command; echo "$command: $?"
        done || true
        [ "$before" = "$(sha256sum "$store"/sessions.sqlite; ls "$store")" ]
        """, BuiltTool.command.executable.text,
      ],
      in: world.home
    )
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("signed in at"), "\(run.output)\(run.error)")
  }

  @Test func `is one session, however the issuer's last slash is written`() async throws {
    let issuer = world.provider.issuer
    #expect(try await world.run(["login", "--issuer", issuer + "/"]).code == 0)
    let status = try await world.run(["status", "--issuer", issuer])
    #expect(status.code == 0, "\(status.error)")
    let login = try await world.run(["login", "--issuer", issuer])
    #expect(login.error.contains("already signed in"), "\(login.error)")
    #expect(try await world.run(["refresh", "--issuer", issuer]).code == 0)
    #expect(try await world.run(["logout", "--issuer", issuer]).code == 0)
    #expect(try await world.run(["status", "--issuer", issuer + "/"]).code == 5)
    #expect(world.provider.grants.count == 2)
  }
}
#endif
