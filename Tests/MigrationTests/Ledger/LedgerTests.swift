import Database
import JSON
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let token = LedgerSubject.token(Fingerprint(of: Array("token".utf8).span))

@Suite struct `A ledger` {
  private let folder: TemporaryFolder
  private var path: Path { folder.path.appending("state/ledger.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(ticket: String? = nil) throws -> Ledger {
    try Ledger(
      path: path,
      ticket: ticket,
      patience: .milliseconds(100),
      now: { 1_780_000_000_123_456_789 }
    )
  }

  @Test func `keeps rows over a reopening, in order, with who and when`() throws {
    let written = try open(ticket: "OPS-7").append([
      LedgerDraft(.revoke, token, .pending),
      LedgerDraft(.revoke, token, .started, detail: ["endpoint": "https://id.example.com/revoke"]),
      LedgerDraft(
        .revoke,
        token,
        .done,
        outcome: "accepted",
        detail: ["status": 200, "attempts": [1, 2.5], "a": nil],
        plan: "ab"
      ),
    ])
    let read = try open().entries()
    #expect(read == written)
    #expect(read.map(\.sequence) == [1, 2, 3])
    #expect(read[2].time == "2026-05-28T20:26:40.123Z")
    #expect(read[2].ticket == "OPS-7")
    #expect(read[2].operator == Account.name)
    #expect(read[2].plan == "ab")
    #expect(read[2].detail == ["a": nil, "attempts": [1, 2.5], "status": 200])
    #expect(read[0].run.count == 16)
    #expect(try open().latest(.revoke, token)?.outcome == "accepted")
    #expect(try open().latest(.delete, token) == nil)
  }

  @Test func `is private to its owner, folder and all`() throws {
    try open().append(.preflight, .plan("ab"), .done)
    #expect(try Directory.status(of: path.parent).mode == 0o700)
    for name in try Directory.open(path.parent).entries().map(\.name) {
      #expect(try Directory.status(of: path.parent.appending(name)).mode == 0o600)
    }
  }

  @Test func `does not say twice what the latest row says already`() throws {
    let ledger = try open()
    let state = LedgerSubject.state("st_1")
    let first = try ledger.append(.delete, state, .pending, plan: "ab")
    #expect(try ledger.append(.delete, state, .pending, plan: "ab") == first)
    let started = try ledger.append(.delete, state, .started, detail: ["old": "1"], plan: "ab")
    #expect(try ledger.append(.delete, state, .pending, plan: "ab") == started)
    #expect(
      try ledger.append(.delete, state, .started, detail: ["old": "1"], plan: "ab") == started
    )
    #expect(try ledger.entries().count == 2)
    // Another content, another plan, another subject and an end are news.
    try ledger.append(.delete, state, .started, detail: ["old": "2"], plan: "ab")
    try ledger.append(.delete, state, .started, detail: ["old": "2"], plan: "cd")
    try ledger.append(.delete, .state("st_2"), .started, detail: ["old": "2"], plan: "cd")
    try ledger.append(.delete, state, .done, plan: "cd")
    try ledger.append(.delete, state, .done, plan: "cd")
    try ledger.append(.delete, state, .started, detail: ["old": "2"], plan: "cd")
    #expect(try ledger.entries().count == 7)
  }

  @Test func `gives only the rows that are asked for, a part at a time`() throws {
    let ledger = try open()
    for number in 0..<10 {
      try ledger.append(.delete, .state("st_\(number)"), .started)
      try ledger.append(.delete, .state("st_\(number)"), number < 7 ? .done : .inDoubt)
    }
    var filter = LedgerFilter()
    filter.statuses = [.done]
    let first = try ledger.entries(filter, limit: 5)
    #expect(first.map(\.subject) == (0..<5).map { LedgerSubject.state("st_\($0)") })
    let rest = try ledger.entries(filter, after: first.last?.sequence ?? 0, limit: 5)
    #expect(rest.map(\.subject.text) == ["state:st_5", "state:st_6"])
    filter.statuses = [.started]
    filter.latestOnly = true
    #expect(try ledger.entries(filter).isEmpty)
    filter.statuses = [.inDoubt]
    filter.steps = [.delete, .verify]
    #expect(try ledger.entries(filter).count == 3)
    filter.subject = .state("st_8")
    #expect(try ledger.entries(filter).count == 1)
    filter.run = "0"
    #expect(try ledger.entries(filter).isEmpty)
  }

  @Test func `keeps the last word of each client about a token, and of the plan that is asked for`()
    throws
  {
    let ledger = try open()
    func detail(_ client: String) -> JSONNode {
      ["client_id": .string(client), "issuer": "https://i"]
    }
    try ledger.append(.revoke, token, .refused, detail: detail("old"), plan: "a")
    try ledger.append(.revoke, token, .started, detail: detail("new"), plan: "b")
    try ledger.append(.revoke, token, .done, outcome: "verified", detail: detail("new"), plan: "b")
    let session = LedgerSubject.session(issuer: "https://i", clientID: "new")
    try ledger.append(.login, session, .done, plan: "a")
    try ledger.append(.login, session, .refused, plan: "b")
    var filter = LedgerFilter()
    filter.latestOnly = true
    #expect(try ledger.entries(filter).map(\.status) == [.refused, .done, .refused])
    filter.plan = "a"
    #expect(try ledger.entries(filter).map(\.status) == [.refused, .done])
    filter.plan = "b"
    #expect(try ledger.entries(filter).map(\.status) == [.done, .refused])
  }

  @Test func `is the same but for times, runs and digests when the same was done twice`() throws {
    let other = try Ledger(path: folder.path.appending("other.db"))
    for ledger in [try open(), other] {
      try ledger.append(.revoke, token, .done, outcome: "accepted", detail: ["b": 1, "a": "x"])
    }
    let rows = [try open().entries()[0], try other.entries()[0]]
    #expect(rows[0].json(includingTimes: false) == rows[1].json(includingTimes: false))
    #expect(rows[0].json(includingTimes: true) != rows[1].json(includingTimes: true))
    #expect(
      String(decoding: rows[0].json(includingTimes: false).encoded(), as: UTF8.self)
        == """
        {"sequence":1,"plan":null,"step":"revoke","subject":"\(token.text)","status":"done",\
        "outcome":"accepted","detail":{"a":"x","b":1},"operator":"\(Account.name)","ticket":null}
        """
    )
  }

  @Test(arguments: [
    LedgerSubject.state("st_0123456789abcdef"), token, .plan("ab"),
    .session(issuer: "https://id.example.com/a:b", clientID: "my app: 1"),
  ])
  func `reads a subject back from its text`(subject: LedgerSubject) {
    #expect(LedgerSubject(text: subject.text) == subject)
  }

  @Test(arguments: ["", "token:12", "token", "session:nothing", "folder:x"])
  func `takes no other text for a subject`(text: String) {
    #expect(LedgerSubject(text: text) == nil)
  }
}

@Suite struct `The chain of a ledger` {
  private let folder: TemporaryFolder
  private var path: Path { folder.path.appending("ledger.db") }

  init() throws {
    folder = try TemporaryFolder()
    let ledger = try Ledger(path: path)
    for number in 1...5 {
      try ledger.append(.delete, .state("st_\(number)"), .done, outcome: "deleted")
    }
  }

  /// Changes the file as somebody could who has a SQLite tool.
  private func forge(_ sql: String) throws {
    let database = try Connection(path: path)
    try database.runScript("DROP TRIGGER no_update; DROP TRIGGER no_delete; \(sql)")
  }

  @Test func `has a head and a count`() throws {
    let ledger = try Ledger(path: path)
    let rows = try ledger.entries()
    #expect(try ledger.verify() == .intact(head: rows[4].hash, count: 5))
    #expect(rows[1].previousHash == rows[0].hash)
    #expect(try ledger.verify(head: rows[2].hash) == .intact(head: rows[4].hash, count: 5))
    #expect(
      try ledger.verify(head: Fingerprint(of: [UInt8(1)].span))
        == .broken(sequence: 5, reason: "no row has the digest that was kept")
    )
  }

  @Test(arguments: [
    ("UPDATE entries SET outcome = 'refused' WHERE sequence = 3", Int64(3)),
    ("UPDATE entries SET detail = '{\"x\":1}' WHERE sequence = 1", 1),
    ("UPDATE entries SET previous = 'x' WHERE sequence = 1", 1),
    ("UPDATE entries SET hash = 'x' WHERE sequence = 5", 5),
    ("UPDATE entries SET operator = 'someone' WHERE sequence = 2", 2),
    ("DELETE FROM entries WHERE sequence = 2", 3),
    ("DELETE FROM entries WHERE sequence = 1", 2),
  ])
  func `shows the first row that was touched`(sql: String, sequence: Int64) throws {
    try forge(sql)
    guard case .broken(sequence, _) = try Ledger(path: path).verify() else {
      Issue.record("not noticed")
      return
    }
  }

  @Test func `is not changed by plain SQL`() throws {
    let database = try Connection(path: path)
    for sql in ["UPDATE entries SET outcome = 'x'", "DELETE FROM entries"] {
      #expect(throws: DatabaseFailure.self) { try database.execute(sql) }
    }
  }

  @Test func `whose last number has none after it is damage, not a crash`() throws {
    try forge("UPDATE entries SET sequence = \(Int64.max) WHERE sequence = 3")
    let failure = #expect(throws: LedgerFailure.self) {
      try Ledger(path: path).append(.delete, .state("st_1"), .done)
    }
    guard case .damaged = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test(arguments: ["z", "sqliteX", "no_update"])
  func `that a stranger's trigger empties is damage`(name: String) throws {
    let database = try Connection(path: path)
    _ = try database.execute("DROP TRIGGER no_update")
    _ = try database.execute(
      "CREATE TRIGGER \(name) AFTER INSERT ON entries BEGIN SELECT 1; END"
    )
    let failure = #expect(throws: LedgerFailure.self) { try Ledger(path: path) }
    guard case .damaged = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `with a word of nobody's is damage, not a crash`() throws {
    try forge("UPDATE entries SET step = 'dance' WHERE sequence = 3")
    let failure = #expect(throws: LedgerFailure.self) { try Ledger(path: path).entries() }
    #expect(failure?.reason == .damaged("row 3 has an unknown word"))
  }
}

@Suite struct `A ledger is refused` {
  private let folder: TemporaryFolder
  private var path: Path { folder.path.appending("ledger.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func refusal() throws -> LedgerFailure? {
    let failure = #expect(throws: LedgerFailure.self) { try Ledger(path: path) }
    // Every refusal says what to do.
    #expect(failure?.description.contains("--ledger") == true)
    return failure
  }

  @Test func `if it is a symbolic link`() throws {
    try folder.directory.makeLink("ledger.db", to: "elsewhere.db")
    #expect(try refusal()?.reason == .symbolicLink)
    #expect(try folder.names() == ["ledger.db"])
  }

  @Test func `if a link stands for one of the files beside it`() throws {
    try folder.directory.makeLink("ledger.db-wal", to: "elsewhere")
    #expect(try refusal()?.reason == .symbolicLink)
  }

  @Test func `if others may write to it`() throws {
    _ = try Ledger(path: path)
    _ = unsafe chmod(path.text, 0o620)
    #expect(try refusal()?.reason == .writableByOthers)
  }

  @Test func `if anybody may replace it`() throws {
    _ = unsafe chmod(folder.path.text, 0o777)
    #expect(try refusal()?.reason == .folderWritableByOthers)
  }

  @Test func `if it has a second name`() throws {
    _ = try Ledger(path: path)
    _ = unsafe link(path.text, folder.path.appending("twin").text)
    #expect(try refusal()?.reason == .linkedElsewhere)
  }

  @Test func `if it is a folder`() throws {
    try folder.directory.makeFolder("ledger.db")
    #expect(try refusal()?.reason == .notAFile("folder"))
  }

  @Test func `if a newer version wrote it, and stays as it was`() throws {
    _ = try Ledger(path: path)
    try Connection(path: path).setUserVersion(99)
    let before = try folder.read("ledger.db")
    #expect(try refusal()?.reason == .newerVersion(99))
    #expect(try folder.read("ledger.db") == before)
  }

  @Test func `if it is a database of something else, and stays as it was`() throws {
    var options = Connection.Options()
    options.writeAheadLog = false
    try Connection(path: path, options: options).execute("CREATE TABLE t (a)")
    let before = try folder.read("ledger.db")
    #expect(try refusal()?.reason == .foreignDatabase)
    #expect(try folder.read("ledger.db") == before)
    #expect(try folder.names() == ["ledger.db"])
  }

  @Test func `if it is no database`() throws {
    try folder.write("ledger.db", text: String(repeating: "not a database ", count: 100))
    #expect(try refusal()?.reason == .foreignDatabase)
  }

  @Test func `if it belongs to another user`() async {
    await #expect(processExitsWith: .success) {
      guard geteuid() == 0 else { return }
      let folder = try TemporaryFolder()
      let path = folder.path.appending("ledger.db")
      _ = try Ledger(path: path)
      _ = unsafe chown(path.text, 65534, 65534)
      let failure = #expect(throws: LedgerFailure.self) { try Ledger(path: path) }
      try #require(failure?.reason == .foreignOwner)
    }
  }

  @Test func `if its folder may not be written to, in words`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      _ = unsafe chmod(folder.path.text, 0o555)
      if geteuid() == 0 { try #require(setgid(65534) == 0 && setuid(65534) == 0) }
      let failure = #expect(throws: LedgerFailure.self) {
        try Ledger(path: folder.path.appending("state/ledger.db"))
      }
      try #require(failure?.description.contains("permission denied") == true)
      _ = unsafe chmod(folder.path.text, 0o700)
    }
  }
}

@Suite struct `Several writers of a ledger` {
  private let folder: TemporaryFolder
  private var path: Path { folder.path.appending("ledger.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `wait for each other, and the chain stays whole`() async throws {
    let text = path.text
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) {
            [text = text as String, writer = writer as Int] in
            let ledger = try Ledger(path: Path(text))
            for number in 0..<25 {
              try ledger.append(.delete, .state("st_\(writer)_\(number)"), .done)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    guard case .intact(_, 100) = try Ledger(path: path).verify() else {
      Issue.record("the chain is broken")
      return
    }
  }

  @Test func `do not wait for ever`() throws {
    let ledger = try Ledger(path: path, patience: .milliseconds(50))
    let other = try Connection(path: path)
    try other.transaction { () throws(DatabaseFailure) in
      let failure = #expect(throws: LedgerFailure.self) {
        try ledger.append(.delete, .state("st_1"), .done)
      }
      #expect(failure?.reason == .busy)
    }
    try ledger.append(.delete, .state("st_1"), .done)
  }

  @Test func `may be killed: every row that was acknowledged is there`() async throws {
    let text = path.text
    for count in [1, 7] {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [text = text as String, count = count as Int] in
        let ledger = try Ledger(path: Path(text))
        for number in 0..<count {
          try ledger.append(.delete, .state("st_\(count)_\(number)"), .done)
        }
        kill(getpid(), SIGKILL)
      }
    }
    guard case .intact(_, 8) = try Ledger(path: path).verify() else {
      Issue.record("rows are missing")
      return
    }
  }
}
