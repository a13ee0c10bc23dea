import Archive
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

private func state(_ token: String) -> String {
  #"{"refreshToken":"\#(token)","mLastTokenResponse":{"request":{"clientId":"c"}}}"#
}

private func prefs(_ token: String) -> String {
  "<map><string name=\"s\">\(state(token).replacing("\"", with: "&quot;"))</string></map>"
}

private func scan(_ tar: TarFile, name: String = "dump.tar") -> Scanned {
  Scanned(.document(SecretBytes(copying: tar.bytes), name: name))
}

@Suite struct `State in an archive` {
  @Test func `is found with the member it is in, and whose it is`() throws {
    var tar = TarFile()
    tar.add("./data/data/com.example.app/shared_prefs/a.xml", text: prefs("rt-1"))
    tar.add("com.example.bank/files/b.json", text: state("rt-2"))
    tar.add("loose.json", text: state("rt-3"))
    let scanned = scan(tar)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.source.path) == ["dump.tar", "dump.tar", "dump.tar"])
    #expect(
      scanned.states.map(\.source.inner) == [
        ["./data/data/com.example.app/shared_prefs/a.xml"], ["com.example.bank/files/b.json"],
        ["loose.json"],
      ]
    )
    #expect(scanned.states.map(\.app) == ["com.example.app", "com.example.bank", nil])
    #expect(scanned.states.map(\.removal) == [.no, .no, .no])
    #expect(Set(scanned.states.map(\.id)).count == 3)
    let note = try #require(scanned.notes.first)
    #expect(note.app == "com.example.app")
    #expect(note.place == .preferences)
  }

  /// How often an archive is packed into a tar of its own.
  @Test(arguments: [0, 1, 2])
  func `is no proof of anything in a tar that ends behind a member`(depth: Int) {
    var tar = TarFile()
    tar.add("com.example.app/shared_prefs/a.xml", text: prefs("rt-1"))
    tar.add("com.example.app/shared_prefs/b.xml", text: "<map />")
    var bytes = (tar.bytesWithoutEnd, tar.bytes)
    for _ in 0..<depth {
      func packed(_ bytes: [UInt8]) -> [UInt8] {
        var outer = TarFile()
        outer.add("inner.tar".utf8, bytes)
        return outer.bytes
      }
      bytes = (packed(bytes.0), packed(bytes.1))
    }
    let cut = Scanned(.document(SecretBytes(copying: bytes.0), name: "dump.tar"))
    #expect(cut.states.count == 1)
    #expect(cut.failures.map { $0.description.contains("members may be missing") } == [true])
    let whole = Scanned(.document(SecretBytes(copying: bytes.1), name: "dump.tar"))
    #expect(whole.states.count == 1)
    #expect(whole.failures.isEmpty)
  }

  @Test func `is looked for in folders without a file`() {
    var tar = TarFile()
    tar.add("./com.example.app/shared_prefs/".utf8, type: "5")
    tar.add("./com.example.app/files/deep/".utf8, type: "5")
    tar.add("./com.example.app/x.json", text: "{}")
    let folders = scan(tar).folders
    #expect(folders.map(\.place) == [.preferences])
    #expect(folders.map(\.app) == ["com.example.app"])
  }

  @Test(arguments: [
    ("com.example.app.tar.gz", "com.example.app"), ("backup.zip", nil),
    ("com.example.app", "com.example.app"),
    ("example.tar", nil), ("x.dat", nil),
  ])
  func `belongs to the app that the archive is named after`(name: String, app: String?) {
    var tar = TarFile()
    tar.add("shared_prefs/a.xml", text: prefs("rt-1"))
    #expect(scan(tar, name: name).states.map(\.app) == [app])
  }

  @Test func `is found in an archive inside an archive inside a folder`() async throws {
    let folder = try TemporaryFolder()
    try await Python.run(
      """
      import tarfile, zipfile, io
      z = io.BytesIO()
      with zipfile.ZipFile(z, "w", zipfile.ZIP_DEFLATED) as f:
          f.writestr("apps/com.example.app/sp/a.xml", \(quoted(prefs("rt-1"))))
      with tarfile.open("outer.tar.gz", "w:gz") as t:
          i = tarfile.TarInfo("export/x.zip"); i.size = len(z.getvalue()); z.seek(0); t.addfile(i, z)
      """,
      in: folder.path
    )
    let scanned = Scanned(.path(folder.path.text))
    #expect(scanned.failures.isEmpty)
    #expect(
      scanned.states.map(\.source.inner) == [["export/x.zip", "apps/com.example.app/sp/a.xml"]]
    )
    #expect(scanned.states.map(\.source.path) == [folder.path.appending("outer.tar.gz").text])
    #expect(scanned.states.map(\.app) == ["com.example.app"])
  }

  @Test func `is not looked for deeper than the limit, and that is said`() throws {
    var bytes = Array(state("rt-1").utf8)
    for level in 0..<6 {
      var tar = TarFile()
      tar.add((level == 0 ? "s.json" : "t.tar").utf8, bytes)
      bytes = tar.bytes
    }
    let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "t.tar"))
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.map(\.inner) == [["t.tar", "t.tar", "t.tar", "t.tar"]])
    #expect(
      scanned.failures.map(\.description)
        == ["4 archives inside each other; this one was not read"]
    )
  }

  @Test func `in a compressed file alone is found under the name without its ending`() async throws
  {
    let folder = try TemporaryFolder()
    try await Python.run(
      "import gzip; open('AuthState.json.gz', 'wb').write(gzip.compress(\(quoted(state("rt-1"))).encode()))",
      in: folder.path
    )
    let scanned = Scanned(.path(folder.path.text))
    #expect(scanned.states.map(\.source.inner) == [["AuthState.json"]])
    #expect(scanned.failures.isEmpty)
  }

  @Test func `in members with odd names keeps them apart`() throws {
    var tar = TarFile()
    tar.add([0x61, 0xFE], Array(state("rt-1").utf8))
    tar.add([0x61, 0xFF], Array(state("rt-1").utf8))
    tar.add("../../up.json", text: state("rt-1"))
    tar.add("new\nline.json", text: state("rt-1"))
    let scanned = scan(tar)
    #expect(
      scanned.states.map(\.source.inner)
        == [["a\\xFE"], ["a\\xFF"], ["../../up.json"], ["new\nline.json"]]
    )
    #expect(Set(scanned.states.map(\.id)).count == 4)
  }

  @Test func `beside a damaged member is still reported`() throws {
    var tar = TarFile()
    tar.add("a.json", text: state("rt-1"))
    tar.add("b.json".utf8, Array("abc".utf8), claimedSize: 1 << 32)
    let scanned = scan(tar)
    #expect(scanned.states.count == 1)
    #expect(scanned.failures.map(\.inner) == [["b.json"]])
    #expect(
      scanned.failures.map(\.description) == ["the archive is damaged: Truncated tar archive"]
    )
  }

  @Test func `in a member too large for memory is said to be there`() throws {
    var limits = ScanLimits()
    limits.documentBytes = 1 << 20
    let blank = String(repeating: " ", count: 1 << 20)
    var inner = TarFile()
    inner.add("s.json", text: state("rt-9"))
    inner.add("blank", text: blank)
    var tar = TarFile()
    tar.add("early.json", text: state("rt-1") + blank)
    tar.add("late.json", text: blank + blank + state("rt-2"))
    tar.add("none.json", text: blank + blank)
    tar.add("inner.tar".utf8, inner.bytes)
    let scanned = Scanned(
      .document(SecretBytes(copying: tar.bytes), name: "d.tar"),
      limits: limits
    )
    #expect(scanned.failures.map(\.inner) == [["early.json"], ["late.json"]])
    #expect(
      Set(scanned.failures.map(\.description)) == [
        "it has marks of AppAuth state and more than 1 MiB: unpack it, and audit it alone"
      ]
    )
    // An archive needs no memory for the whole of it.
    #expect(scanned.states.map(\.source.inner) == [["inner.tar", "s.json"]])
  }

  @Test func `behind links and pipes is not looked for`() throws {
    var tar = TarFile()
    tar.add("link".utf8, type: "2", target: "/etc/passwd")
    tar.add("hard".utf8, type: "1", target: "/etc/passwd")
    tar.add("pipe".utf8, type: "6")
    let scanned = scan(tar)
    #expect(scanned.failures.isEmpty)
    #expect(
      scanned.notes.map(\.status)
        == [.skipped("symlink"), .skipped("hard link"), .skipped("pipe")]
    )
  }
}

@Suite struct `A failed copy` {
  struct Case: Sendable, CustomStringConvertible {
    let name: String
    let text: String
    let says: String
    var description: String { "\(name) \(text.prefix(30))" }
  }

  static let cases = [
    Case(
      name: "a.tar",
      text: "run-as: package not debuggable: com.example.app\n",
      says: "debuggable build"
    ),
    Case(name: "a.tar", text: "run-as: unknown package: com.example.app\n", says: "list packages"),
    Case(name: "a.ab", text: "", says: "0 bytes"),
    Case(name: "a.tar.gz", text: "", says: "0 bytes"),
    Case(name: "x", text: "adb: error: failed to stat remote object", says: "adb"),
    Case(
      name: "a.ab",
      text: "ANDROID BACKUP\n5\n0\nnone\n" + String(repeating: "\0", count: 1024),
      says: "nothing in this backup"
    ),
    Case(name: "a.tar", text: TarFile.empty, says: "nothing in this archive"),
  ]

  @Test(arguments: cases)
  func `is an error that says what to do`(_ failed: Case) throws {
    let scanned = Scanned(text: failed.text, name: failed.name)
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.description.contains(failed.says) == true)
  }

  @Test func `is not made out of what only tells of one`() {
    let scanned = Scanned(text: "How to: run-as com.example.app tar c .", name: "notes.txt")
    #expect(scanned.failures.isEmpty)
    #expect(Scanned(text: "", name: "empty.json").failures.isEmpty)
  }
}

extension TarFile {
  /// With a folder, and no file.
  fileprivate static var empty: String {
    var tar = TarFile()
    tar.add("data/".utf8, type: "5")
    return String(decoding: tar.bytes, as: UTF8.self)
  }
}

/// The text as Python writes it.
private func quoted(_ text: String) -> String {
  "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
}
