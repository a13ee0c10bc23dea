import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `What an audit looked at` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func make(_ name: String, _ text: String = "{}") throws {
    var path = folder.path
    let parts = name.split(separator: "/").map(String.init)
    for part in parts.dropLast() {
      path = path.appending(part)
      _ = try? Directory.make(path)
    }
    let last = Path(parts[parts.count - 1])
    _ = try Directory.open(path).openFile(last, .createExclusive(permissions: 0o600))
      .write(Array(text.utf8))
  }

  private func report(
    _ paths: String...,
    change: (inout AuditOptions) -> Void = { _ in }
  ) -> AuditReport {
    let inputs = paths.map {
      LegacyScanner.Input.bytesOfPath(
        $0.isEmpty ? folder.path.bytes : folder.path.appending($0).bytes
      )
    }
    return audit(inputs, change).report
  }

  private func rows(_ report: AuditReport) -> [String] {
    report.coverage.map { "\($0.app ?? "-") \($0.place.rawValue) \($0.status.rawValue)" }
  }

  private let empty = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map>\n</map>\n"
  private let sealed = """
    <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
    <map>
        <string name="__androidx_security_crypto_encrypted_prefs_key_keyset__">12a9</string>
        <string name="__androidx_security_crypto_encrypted_prefs_value_keyset__">12a9</string>
        <string name="AXyz">AbcD</string>
    </map>

    """

  @Test func `an app's folder without state is not called clean where nobody could look`() throws {
    try make("com.example.app/shared_prefs/a.xml", empty)
    try make("com.example.app/databases/a.db", "SQLite format 3\0 and so on")
    try make("com.example.app/app_webview/Local Storage/leveldb/000003.ldb", "\u{1}x")
    let report = report("")
    #expect(report.states.isEmpty)
    #expect(report.isComplete)
    #expect(
      rows(report) == [
        "com.example.app prefs read", "com.example.app files absent",
        "com.example.app databases unreadable", "com.example.app keychain not_in_this_input",
        "com.example.app caches absent", "com.example.app web_storage unreadable",
        "com.example.app encrypted_stores absent",
      ]
    )
    let databases = try #require(report.coverage.first { $0.place == .databases })
    #expect(databases.why == "1 not: this version does not read a damaged SQLite database")
    #expect(report.text().contains("not all read: databases"))
  }

  @Test func `what lies beside the given part is not in the input`() throws {
    try make("com.example.app/shared_prefs/a.xml", empty)
    try make("com.example.app/files/x.json")
    let part = report("com.example.app/shared_prefs")
    #expect(rows(part).contains("com.example.app files not_in_this_input"))
    #expect(rows(part).contains("com.example.app encrypted_stores absent"))
    #expect(rows(report("com.example.app")).contains("com.example.app databases absent"))
  }

  @Test(arguments: [
    "data/data/com.app/x.json", "data/user/10/com.app/files/x.json",
    "apps/com.app/f/x.json", "apps/com.app/r/app_x/y.json", "dump/com.app/no_backup/x.json",
  ])
  func `apps are known by the folders around them`(file: String) throws {
    try make(file)
    #expect(rows(report("")).contains("com.app files read"))
  }

  @Test(arguments: ["node.js/files/x.json", "example.com/cache/x.json", "plain/files/x.json"])
  func `no app is made up`(file: String) throws {
    try make(file)
    #expect(report("").coverage.allSatisfy { $0.app == nil })
  }

  @Test func `an encrypted store is named, and no error`() throws {
    try make("com.example.app/shared_prefs/secure.xml", sealed)
    let report = report("")
    #expect(report.verdicts == ["AM401 info"])
    #expect(report.isComplete)
    #expect(rows(report).contains("com.example.app encrypted_stores unreadable"))
    #expect(report.text().contains("secure.xml is encrypted (EncryptedSharedPreferences)"))
  }

  @Test func `a link is not followed, and said`() throws {
    try make("com.example.app/shared_prefs/a.xml", empty)
    try Directory.open(folder.path.appending("com.example.app/shared_prefs"))
      .makeLink("b.xml", to: "a.xml")
    let row = try #require(report("").coverage.first { $0.place == .preferences })
    #expect(row.status == .unreadable)
    #expect(row.why == "1 file searched; 1 link not followed")
    #expect(!report("").text().contains("looked at: prefs"))
  }

  @Test func `the link to an app's libraries is nobody's place`() throws {
    try make("com.example.app/shared_prefs/a.xml", empty)
    let app = try Directory.open(folder.path.appending("com.example.app"))
    try app.makeLink("lib", to: "/data/app-lib/com.example.app")
    #expect(rows(report("")).contains("com.example.app files absent"))
    _ = try Directory.make(app.path.appending("files"))
    try Directory.open(app.path.appending("files")).makeLink("lib", to: "/data")
    #expect(rows(report("")).contains("com.example.app files unreadable"))
  }

  @Test func `an empty folder was looked at`() throws {
    try make("com.example.app/files/x.json")
    #expect(rows(report("")).contains("com.example.app prefs absent"))
    _ = try Directory.make(folder.path.appending("com.example.app/shared_prefs"))
    let row = try #require(report("").coverage.first { $0.place == .preferences })
    #expect(row.status == .read)
    #expect(row.why == "its folder is empty")
    #expect(row.folders == 1)
  }

  @Test func `one file is not the folder that it lies in`() throws {
    try make("com.example.app/shared_prefs/a.xml", empty)
    let row = try #require(
      report("com.example.app/shared_prefs/a.xml").coverage.first { $0.place == .preferences }
    )
    #expect(row.status == .notInThisInput)
    #expect(row.why == "1 file searched; the folder around was not given")
    let open = report("com.example.app/shared_prefs/a.xml") { $0.requiredPlaces = [.preferences] }
    #expect(!open.isComplete)
    #expect(
      report("com.example.app/shared_prefs") { $0.requiredPlaces = [.preferences] }.isComplete
    )
    // A part of a place's folder is no more.
    try make("com.example.app/files/deep/x.json")
    #expect(
      rows(report("com.example.app/files/deep")).contains("com.example.app files not_in_this_input")
    )
    #expect(rows(report("com.example.app/files")).contains("com.example.app files read"))
  }

  @Test(arguments: [".", "./", "files/..", "files/../", "files/./.."])
  func `a folder named by dots is known by its own path`(dots: String) throws {
    try make("com.example.app/shared_prefs/a.xml", empty)
    try make("com.example.app/files/x.json")
    let report = report("com.example.app/\(dots)")
    #expect(rows(report).contains("com.example.app prefs read"))
    #expect(rows(report).contains("com.example.app files read"))
    #expect(rows(report).contains("com.example.app databases absent"))
    #expect(
      rows(self.report("com.example.app/files/.")).contains(
        "com.example.app databases not_in_this_input"
      )
    )
  }

  @Test func `each folder of an app counts, and what was not given of one was not looked at`()
    throws
  {
    try make("data/user/0/com.example.app/shared_prefs/a.xml", empty)
    try make("data/user/10/com.example.app/shared_prefs/a.xml", empty)
    try make("data/user/10/com.example.app/databases/a.db", "SQLite format 3\0")
    let all = report("data")
    let prefs = try #require(all.coverage.first { $0.place == .preferences })
    #expect(prefs.folders == 2)
    #expect(prefs.why == "2 files searched")
    #expect(rows(all).contains("com.example.app databases unreadable"))
    let part = report("data/user/0", "data/user/10/com.example.app/databases")
    #expect(rows(part).contains("com.example.app prefs not_in_this_input"))
    #expect(part.coverage.first { $0.place == .preferences }?.folders == 1)
  }

  private func backup(_ members: [String]) -> AuditReport {
    var tar = TarFile()
    for member in members {
      let isFolder = member.hasSuffix("/")
      let text = member.hasSuffix(".xml") ? empty : "1\ncom.example.app\n"
      tar.add(member.utf8, isFolder ? [] : Array(text.utf8), type: isFolder ? "5" : "0")
    }
    let bytes = Array("ANDROID BACKUP\n5\n0\nnone\n".utf8) + tar.bytes
    return audit([.document(SecretBytes(copying: bytes), name: "backup.ab")]).report
  }

  @Test func `a backup says nothing of what it cannot hold`() throws {
    let app = "apps/com.example.app"
    let report = backup(["\(app)/_manifest", "\(app)/sp/a.xml"])
    #expect(
      rows(report) == [
        "com.example.app prefs read", "com.example.app files not_in_this_input",
        "com.example.app databases not_in_this_input",
        "com.example.app keychain not_in_this_input", "com.example.app caches not_in_this_input",
        "com.example.app web_storage not_in_this_input", "com.example.app encrypted_stores absent",
      ]
    )
    #expect(report.coverage[4].why == "an Android backup has no caches")
    let whole = backup(["\(app)/_manifest", "\(app)/sp/", "\(app)/db/", "\(app)/f/x.json"])
    #expect(rows(whole)[0] == "com.example.app prefs read")
    #expect(rows(whole)[2] == "com.example.app databases read")
    // The same folder, copied by hand.
    try make("apps/com.example.app/shared_prefs/a.xml", empty)
    #expect(rows(self.report("")).contains("com.example.app databases absent"))
    try make("AppDomain-com.example.phone/Documents/x.json")
    #expect(rows(self.report("")).contains("com.example.phone caches not_in_this_input"))
    #expect(rows(self.report("")).contains("com.example.phone prefs absent"))
  }

  @Test func `a broken file is counted once, where it belongs`() throws {
    let text = try #require(
      CorpusFile.all.first { $0.path == "android-prefs/truncated.xml" }
    ).bytes.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    try make("com.example.app/shared_prefs/a.xml", text)
    let report = report("")
    #expect(rows(report).contains("com.example.app prefs unreadable"))
    #expect(report.coverage[0].why == "1 not, or not all: see errors")
    #expect(!report.isComplete)
  }

  @Test func `an app that is expected and not there is a demand that is not met`() throws {
    try make("com.example.app/shared_prefs/a.xml", empty)
    let report = report("") { $0.expectedApps = ["com.example.bank", "com.example.app"] }
    #expect(report.errors.isEmpty)
    #expect(!report.isComplete)
    #expect(report.unmet == ["the app com.example.bank is not in the input"])
    #expect(
      report.coverage.filter { $0.app == "com.example.bank" }
        .allSatisfy { $0.status == .notInThisInput }
    )
  }

  @Test func `a backup that nobody opened is not looked at, and that is no clean bill`() throws {
    let backup = "ANDROID BACKUP\n5\n1\nAES-256\n" + String(repeating: "0A", count: 64) + "\n"
    let text =
      backup + String(repeating: "0B", count: 64) + "\n10000\n" + String(repeating: "0C", count: 16)
      + "\n" + String(repeating: "0D", count: 96) + "\nsealed"
    let audit = Audit(options: AuditOptions(version: "1"))
    let report = audit.run([.document(SecretBytes(copying: Array(text.utf8)), name: "a.ab")]).report
    #expect(!report.isComplete)
    #expect(report.errors.map(\.path) == ["a.ab"])
    #expect(report.errors.first?.reason.hasPrefix("it is encrypted") == true)
  }

  @Test func `a place that is required must have been looked at in every app`() throws {
    try make("com.example.app/shared_prefs/a.xml", empty)
    try make("com.example.bank/databases/a.db", "SQLite format 3\0")
    #expect(report("") { $0.requiredPlaces = [.preferences] }.isComplete)
    let unmet = report("") { $0.requiredPlaces = [.preferences, .databases, .keychain] }.unmet
    #expect(unmet.count == 3)
    #expect(unmet[0].hasPrefix("databases of com.example.bank: unreadable"))
    #expect(unmet[1].hasPrefix("keychain of com.example.app: not in this input"))
    try make("loose.json")
    #expect(!report("loose.json") { $0.requiredPlaces = [.databases] }.isComplete)
    #expect(report("loose.json") { $0.requiredPlaces = [.files] }.isComplete)
  }

  @Test func `an empty folder and a missing file are errors`() throws {
    try make("full/x.json")
    _ = try Directory.make(folder.path.appending("empty"))
    let report = report("empty", "full", "missing")
    #expect(report.summary.files == 1)
    #expect(report.errors.map { $0.path.hasSuffix("/empty") } == [true, false])
    #expect(report.errors[0].reason.contains("the copying failed"))
    #expect(report.errors[1].path.hasSuffix("/missing"))
  }
}
