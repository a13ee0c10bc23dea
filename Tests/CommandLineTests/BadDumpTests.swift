import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// What cannot be read is said, with what to do, and does not keep the rest from being read.
@Suite(.timeLimit(.minutes(10))) struct `A dump with bad files` {
  private let home: ToolHome
  private let dump: AppDump

  init() async throws {
    // Root reads everything, so the tests of rights run as somebody else.
    home = try await ToolHome(user: Account.userID == 0 ? .nobody : .same)
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = "old-refresh-0123456789abcdef"
    dump = try AppDump(state, in: home.folder)
  }

  /// Writes a file beside the good state, and audits both.
  private func audit(
    _ name: String,
    _ contents: [UInt8],
    permissions: UInt16 = 0o600
  ) async throws -> (run: BuiltTool.Run, report: JSONValue, reasons: [String]) {
    let folder = try Directory.open(dump.path.appending("com.example.app/files"))
    try folder.openFile(Path(name), .createExclusive(permissions: permissions)).write(contents)
    return try await audit(expecting: name)
  }

  private func audit(
    expecting name: String
  ) async throws -> (run: BuiltTool.Run, report: JSONValue, reasons: [String]) {
    try await home.giveAway()
    let text = try await BuiltTool.command.run(["audit", "dump"], in: home)
    let run = try await BuiltTool.command.run(["audit", "dump", "--format", "json"], in: home)
    #expect(run.code == 1, "\(run.exit): \(run.error)")
    let report = try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
    let errors = report["errors"]?.elements ?? []
    let reasons = errors.filter { $0["path"]?.string()?.hasSuffix(name) == true }
      .compactMap { $0["reason"]?.string() }
    // The good state is found all the same.
    #expect(report["summary"]?["refresh_tokens"]?.int() ?? 0 >= 1)
    #expect(text.code == 1, "\(text.exit): \(text.error)")
    #expect(text.output.contains("AM101"))
    for reason in reasons {
      #expect(text.output.contains("Not read"), "\(reason)")
      #expect(report["complete"]?.bool() == false)
    }
    return (run, report, reasons)
  }

  @Test func `names a file that may not be read`() async throws {
    let (_, _, reasons) = try await audit("locked.xml", Array("<map/>".utf8), permissions: 0)
    #expect(reasons.count == 1)
    #expect(reasons.first?.contains("permission") == true)
  }

  @Test func `names a folder that may not be read`() async throws {
    let path = dump.path.appending("com.example.app/databases")
    _ = try Directory.make(path, permissions: 0o000)
    let (_, report, reasons) = try await audit(expecting: "databases")
    #expect(reasons.count == 1)
    #expect(reasons.first?.contains("permission") == true)
    let coverage = (report["coverage"]?.elements ?? []).first {
      $0["place"]?.string() == "databases"
    }
    #expect(coverage?["status"]?.string() == "unreadable")
  }

  @Test func `says where truncated XML breaks off`() async throws {
    let good = try File.open(dump.preferencesPath)
    let (_, report, reasons) = try await audit("truncated.xml", try good.read(at: 0, count: 1500))
    #expect(reasons.first?.contains("line 4") == true)
    #expect(rules(report).contains("AM402"))
  }

  @Test func `refuses JSON ten thousand deep, in little time`() async throws {
    let text =
      #"{"refreshToken":"rt-deep-0123456789abcdef","mLastTokenResponse":"#
      + String(repeating: #"{"a":"#, count: 10_000) + "1" + String(repeating: "}", count: 10_001)
    let (_, report, reasons) = try await audit("deep.json", Array(text.utf8))
    #expect(reasons.first?.contains("too many values inside each other") == true)
    #expect(rules(report).contains("AM402"))
  }

  @Test func `reads past invalid UTF-8`() async throws {
    let bad: [UInt8] = [0xFF, 0xFE, 0xC0, 0x80]
    let token = Array("rt-bad-".utf8) + bad + Array("0123456789abcdef".utf8)
    let contents =
      Array(#"{"refreshToken":""#.utf8) + token
      + Array(#"","mLastTokenResponse":{"request":{"clientId":"a"},"refresh_token":""#.utf8)
      + token + Array(#""},"lastAuthorizationResponse":{"request":{"clientId":"a"}}}"#.utf8)
    let (_, report, _) = try await audit("latin.json", contents)
    let digest = Fingerprint(of: token.span).hex
    let tokens = (report["states"]?.elements ?? []).compactMap {
      $0["tokens"]?["refresh"]?["sha256"]?.string()
    }
    #expect(tokens.contains(digest))
  }

  @Test func `is an error of its own when it is not there at all`() async throws {
    let alone = try await BuiltTool.command.run(["audit", "no-such-dump"], in: home)
    #expect(alone.code == 3)
    #expect(alone.output.contains("no such file or folder; check the path"))
    try await home.giveAway()
    let both = try await BuiltTool.command.run(["audit", "no-such-dump", "dump"], in: home)
    #expect(both.code == 1)
    #expect(both.output.contains("AM101") && both.output.contains("no-such-dump"))
  }

  private func rules(_ report: JSONValue) -> Set<String> {
    Set((report["findings"]?.elements ?? []).compactMap { $0["rule"]?.string() })
  }
}
