import Database
import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private let refresh = "1//0gKx7Qm2Vb9ZtLw4RsPn8YcDfJh3"
private let access = "ya29.a0Ad52N3-Xk7Qp2Vb9ZtLw4RsPn8YcDf"
private let identity = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ1MSJ9.c2lnbmF0dXJlMTIz"

@Suite struct `A table with a column for each value of a sign-in` {
  @Test(
    arguments: [
      ("refreshToken, accessToken, idToken, clientId", "'R', 'A', 'I', 'app-1'"),
      (
        "id INTEGER PRIMARY KEY, accessToken TEXT, refreshToken TEXT, clientId TEXT",
        "7, 'A', 'R', 'app-1'"
      ),
      ("idToken, refreshToken, accessToken", "'I', 'R', 'A'"),
    ],
    ["UTF-8", "UTF-16le"]
  )
  func `has a state in each row, with low confidence`(
    columns: (String, String),
    encoding: String
  ) throws {
    let made = try MadeDatabase("PRAGMA encoding = '\(encoding)'")
    let values = columns.1.replacing("'R'", with: "'\(refresh)'")
      .replacing("'A'", with: "'\(access)'").replacing("'I'", with: "'\(identity)'")
    try made.connection.runScript("CREATE TABLE a(\(columns.0)); INSERT INTO a VALUES(\(values))")
    let scanned = made.scan()
    #expect(scanned.failures.isEmpty && scanned.states.count == 1)
    let state = try #require(scanned.states.first)
    #expect(state.refreshToken?.secret.array == Array(refresh.utf8))
    #expect(state.accessToken?.secret.array == Array(access.utf8))
    #expect(state.clientID == (columns.0.contains("clientId") ? "app-1" : nil))
    #expect(state.confidence == .low && state.source.locator.cell?.table == "a")
  }

  @Test(arguments: [
    ("refreshToken, accessToken", "'\(refresh)', '\(access)'"),
    ("refreshToken, clientId", "'\(refresh)', 'a'"),
    ("refreshToken, accessToken, clientId", "NULL, '\(access)', 'a'"),
    ("refreshToken, accessToken, clientId", "'YOUR_REFRESH_TOKEN', '\(access)', 'a'"),
    ("refreshToken, accessToken, idToken", "'\(refresh)', '\(access)', 'none'"),
    ("refresh_token, access_token, client_id", "'\(refresh)', '\(access)', 'a'"),
  ])
  func `has none without a proof`(columns: String, values: String) throws {
    let made = try MadeDatabase()
    try made.connection.runScript("CREATE TABLE a(\(columns)); INSERT INTO a VALUES(\(values))")
    let scanned = made.scan()
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }
}

@Suite struct `A deleted value` {
  private static let state =
    #"{"refreshToken": "\#(refresh)", "mLastTokenResponse": {"request": {"clientId": "c"}, "#
    + #""access_token": "\#(access)"}, "lastAuthorizationResponse": {"request": {"x": ""#

  @Test(arguments: ["zlib", "gzip"], [0, 200])
  func `is found compressed`(format: String, padding: Int) async throws {
    let made = try MadeDatabase("PRAGMA page_size = 1024")
    let program = """
      import \(format), random, sqlite3
      noise = random.Random(1).randbytes(\(padding)).hex()
      state = '''\(Self.state)''' + noise + '"}}}'
      c = sqlite3.connect("a.db"); c.execute("PRAGMA secure_delete = OFF")
      c.execute("CREATE TABLE t(k TEXT PRIMARY KEY, v)")
      for k in ["a", "b", "c"]:
          v = \(format).compress(state.encode()) if k == "b" else "x" * 40
          c.execute("INSERT INTO t VALUES(?, ?)", (k, v))
      c.commit(); c.execute("DELETE FROM t WHERE k = 'b'"); c.commit(); c.close()
      """
    try await Python.run(program, in: made.folder.path)
    let scanned = made.scan()
    #expect(scanned.failures.isEmpty)
    let state = try #require(scanned.residue.first)
    #expect(scanned.residue.count == 1)
    #expect(state.refreshToken?.secret.array == Array(refresh.utf8))
    #expect(state.accessToken?.secret.array == Array(access.utf8) && state.removal == .no)
  }

  @Test(arguments: [4096, 8192], ["plain", "base64", "base64 in lines"])
  func `keeps its refresh token where its end is lost`(page: Int, writing: String) throws {
    let made = try MadeDatabase("PRAGMA page_size = \(page)")
    let state = Self.state + String(repeating: "ab1", count: 3000) + "\"}}}"
    let data = Data(state.utf8)
    let value =
      switch writing {
      case "plain": state
      case "base64": data.base64EncodedString()
      default: data.base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
      }
    try made.connection.runScript(
      """
      CREATE TABLE t(k TEXT PRIMARY KEY, v); INSERT INTO t VALUES('a', 'x');
      INSERT INTO t VALUES('b', '\(value)'); INSERT INTO t VALUES('c', 'x');
      DELETE FROM t WHERE k = 'b'
      """
    )
    let scanned = made.scan()
    #expect(scanned.residue.count == 1)
    #expect(scanned.residue.first?.refreshToken?.secret.array == Array(refresh.utf8))
    #expect(scanned.residue.first?.accessToken?.secret.array == Array(access.utf8))
  }
}
