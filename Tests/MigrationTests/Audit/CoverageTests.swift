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
    #expect(row.status == .read)
    #expect(row.why == "1 file searched; 1 link or special file not followed")
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
