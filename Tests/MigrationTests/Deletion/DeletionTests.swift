import Database
import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

extension Deleter {
  /// Deletes, and tells each point.
  @discardableResult
  func watch(
    _ targets: [DeletionTarget],
    _ observe: DeletionObserver
  ) throws(DeletionInterruption) -> [DeletionResult] {
    try delete(targets, observe: observe)
  }
}

/// A dump and a ledger beside it, not in it.
struct DeletionScene {
  let dump: Dump
  let elsewhere: TemporaryFolder
  let ledger: Ledger
  var deleter: Deleter { Deleter(roots: [dump.path], ledger: ledger, plan: "ab") }

  init() throws {
    dump = try Dump()
    elsewhere = try TemporaryFolder()
    ledger = try Ledger(path: elsewhere.path.appending("ledger.db"))
  }

  func targets(hold: [String: String] = [:]) -> [DeletionTarget] {
    dump.states().map { state in
      DeletionTarget(state, hold: hold["\(state.source.locator)"])
    }
  }

  /// `step status outcome` of every row.
  func rows() throws -> [String] {
    try ledger.entries().map { "\($0.status.rawValue) \($0.outcome ?? "-")" }
  }
}

@Suite struct `Deleting a state` {
  private let scene: DeletionScene
  private var dump: Dump { scene.dump }

  init() throws {
    scene = try DeletionScene()
  }

  @Test func `leaves every other byte of its file, and the file's rights`() throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]), permissions: 0o640)
    let results = try scene.deleter.delete(scene.targets())
    #expect(results.map(\.outcome) == [.deleted])
    #expect(results[0].place == "AuthState.xml › state-a")
    #expect(results[0].searched == 1)
    #expect(try dump.folder.text("AuthState.xml") == Dump.preferences([]))
    #expect(try dump.folder.directory.status(of: "AuthState.xml").mode == 0o640)
    #expect(try dump.folder.names() == ["AuthState.xml"])
    #expect(try scene.rows() == ["pending -", "started -", "done deleted"])
    let done = try #require(try scene.ledger.entries().last)
    let content = try dump.folder.read("AuthState.xml")
    #expect(done.detail["sha256"] == .string(Fingerprint(of: content.span).hex))
    #expect(done.plan == "ab")
  }

  @Test func `of several takes only what was asked for, in one rewrite, with rows for each`() throws
  {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a", "b", "c"]))
    try dump.folder.write("all.jsonl", text: ["d", "e"].map { Dump.state($0) + "\n" }.joined())
    let targets = scene.targets().filter { !"\($0.state.source.locator)".contains("state-b") }
    var points: [DeletionPoint: Int] = [:]
    let results = try scene.deleter.watch(targets) { point throws(DeletionStopped) in
      points[point, default: 0] += 1
    }
    #expect(results.map(\.id) == targets.map(\.id))
    #expect(results.allSatisfy { $0.outcome == .deleted })
    #expect(points[.swapped] == 2)
    #expect(points.count == DeletionPoint.allCases.count)
    #expect(try dump.folder.text("AuthState.xml") == Dump.preferences(["b"]))
    #expect(try dump.folder.text("all.jsonl") == "")
    #expect(try !dump.holdsToken(["a", "c", "d", "e"]))
    #expect(try scene.rows().count == 12)
  }

  @Test func `and its twin in the backup file leaves no residue in either`() throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
    try dump.folder.write("AuthState.xml.bak", text: Dump.preferences(["a"]))
    let results = try scene.deleter.delete(scene.targets())
    #expect(results.map(\.outcome) == [.deleted, .deleted])
  }

  @Test func `from an app's folder leaves the neighbours alone`() throws {
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = "rt-0123456789abcdef"
    let app = try AppDump(state, in: dump.folder)
    let before = try TreeHash(of: dump.path, withTimes: true)
    _ = try scene.deleter.delete(scene.targets())
    let after = try TreeHash(of: dump.path, withTimes: true)
    #expect(
      after.differences(from: before).map { $0.prefix(while: { $0 != ":" }) } == [
        "dump/com.example.app/shared_prefs", "dump/com.example.app/shared_prefs/AuthState.xml",
      ]
    )
    let file = try File.open(app.preferencesPath)
    #expect(
      String(decoding: try file.read(at: 0, count: 1 << 20), as: UTF8.self)
        == app.preferencesWithoutState
    )
  }

  @Test(arguments: [
    ("AuthState.xml.bak", false), ("AuthState.xml-journal", false), ("app.log", false),
    ("cache.bin", true),
  ])
  func `says in which file a token of it is left`(name: String, inBase64: Bool) throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a", "b"]))
    let token = "x rt-a-0123456789abcdef/0123456789 "
    let text =
      inBase64 ? "eCBydC1hLTAxMjM0NTY3ODlhYmNkZWYvMDEyMzQ1Njc4OSA=" : "refreshed with \(token)\n"
    try dump.folder.write(Path(name), text: text)
    let results = try scene.deleter.delete(scene.targets())
    let file = dump.path.appending(name).shown
    #expect(results.map(\.outcome) == [.residue(files: [file.description]), .deleted])
    #expect(results[0].outcome.isGone && !results[0].outcome.isComplete)
    #expect(try dump.folder.text("AuthState.xml") == Dump.preferences([]))
    #expect(try scene.rows().suffix(2) == ["done residue", "done deleted"])
  }

  @Test func `finds its token in the rest of its own file`() throws {
    let note = "    <string name=\"note\">at-a-0123456789abcdef+0123456789</string>\n</map>"
    try dump.folder.write(
      "AuthState.xml",
      text: Dump.preferences(["a"]).replacing("</map>", with: note)
    )
    let results = try scene.deleter.delete(scene.targets())
    #expect(results[0].outcome == .residue(files: [dump.path.appending("AuthState.xml").shown]))
  }

  @Test func `is refused while its token is not revoked, and its bytes say nothing about others`()
    throws
  {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a", "b"]))
    try dump.folder.write("kept.json", text: Dump.state("a"))
    let targets = scene.targets(hold: ["": "in doubt", "state-b": "refused"])
    let results = try scene.deleter.delete(targets)
    #expect(
      results.map(\.outcome)
        == [.deleted, .keptNotRevoked("refused"), .keptNotRevoked("in doubt")]
    )
    #expect(try dump.folder.text("AuthState.xml") == Dump.preferences(["b"]))
    #expect(try dump.folder.text("kept.json") == Dump.state("a"))
    #expect(
      try scene.rows().sorted() == [
        "done deleted", "pending -", "refused kept_not_revoked", "refused kept_not_revoked",
        "started -",
      ]
    )
  }

  @Test func `does what the plan calls it by`() throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
    let target = DeletionTarget(dump.states()[0], id: "st_planned")
    #expect(try scene.deleter.delete([target])[0].id == "st_planned")
    #expect(try scene.ledger.latest(.delete, .state("st_planned"))?.status == .done)
  }

  @Test func `goes through hundreds of files`() throws {
    for number in 0..<100 {
      try dump.folder.write(Path("\(number).xml"), text: Dump.preferences(["\(number)"]))
    }
    let results = try scene.deleter.delete(scene.targets())
    #expect(results.count == 100)
    #expect(results.allSatisfy { $0.outcome == .deleted })
    #expect(try scene.rows().count == 300)
    #expect(try dump.folder.names().count == 100)
    #expect(dump.states().isEmpty)
  }

  @Test func `keeps attributes that a person gave the file`() throws {
    let path = try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
    let file = try File.open(path, .readWrite)
    // Not every file system has them.
    guard (try? file.setAttribute(Array("user.note".utf8), [1, 2])) != nil else { return }
    _ = try scene.deleter.delete(scene.targets())
    #expect(try File.open(path).attribute(Array("user.note".utf8)) == [1, 2])
  }

  @Test func `stops between batches when asked, and says what it did not reach`() throws {
    for number in 0..<40 {
      try dump.folder.write(Path("\(number).xml"), text: Dump.preferences(["\(number)"]))
    }
    var reported = 0
    let results = try scene.deleter.delete(scene.targets()) {
      reported > 0
    } report: { _ in
      reported += 1
    }
    #expect(reported == 32)
    #expect(results.count { $0.outcome == .deleted } == 32)
    #expect(results.count { $0.outcome == .notReached } == 8)
    #expect(dump.states().count == 8)
  }

  @Test func `does nothing that the ledger can't remember`() throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
    let targets = scene.targets()
    let ledger = try Ledger(path: scene.ledger.path, patience: .milliseconds(50))
    let other = try Connection(path: scene.ledger.path)
    try other.transaction { () throws(DatabaseFailure) in
      let interruption = #expect(throws: DeletionInterruption.self) {
        try Deleter(roots: [dump.path], ledger: ledger).delete(targets)
      }
      guard case .ledger(let failure) = interruption, failure.reason == .busy else {
        Issue.record("\(String(describing: interruption))")
        return
      }
    }
    #expect(try dump.folder.text("AuthState.xml") == Dump.preferences(["a"]))
    #expect(try dump.folder.names() == ["AuthState.xml"])
  }
}
