import Database
import POSIX
import TestSupport
import Testing

@Suite struct `A damaged database` {
  private let folder: TemporaryFolder
  private var path: Path { folder.path.appending("store.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func fill() throws {
    let database = try Connection(path: path)
    try database.execute("CREATE TABLE t (a)")
    try database.transaction { () throws(DatabaseFailure) in
      for number in 0..<500 {
        try database.execute("INSERT INTO t VALUES (?)", [.text("row number \(number)")])
      }
    }
    try database.checkpoint()
  }

  @Test func `that never was one gives a typed error with what to do`() throws {
    try folder.write("store.db", text: String(repeating: "no database at all ", count: 100))
    let failure = #expect(throws: DatabaseFailure.self) { try Connection(path: path) }
    #expect(failure?.code == .notADatabase)
    #expect(failure?.description.contains("restore it or set it aside") == true)
  }

  @Test func `with pages overwritten gives a typed error and no wrong rows`() throws {
    try fill()
    let file = try folder.directory.openFile("store.db", .readWrite)
    try file.write([UInt8](repeating: 0xA5, count: 4096), at: 4096)
    let database = try Connection(path: path)
    let failure = #expect(throws: DatabaseFailure.self) {
      try database.query("SELECT a FROM t") { row throws(DatabaseFailure) in try row.text(0) }
    }
    #expect(failure?.code.primary == .corrupt)
    #expect(try !database.problems().isEmpty)
  }

  @Test func `cut off anywhere gives an error or all its rows`() throws {
    try fill()
    let whole = try folder.read("store.db")
    for cut in stride(from: 0, to: whole.count, by: 1021) {
      let name = Path("cut\(cut).db")
      try folder.write(name, Array(whole[..<cut]))
      do {
        let database = try Connection(path: folder.path.appending(name), mode: .readWrite)
        let count = try database.query("SELECT a FROM t") { row throws(DatabaseFailure) in
          try row.text(0)
        }.count
        #expect(count == 500)
      } catch {
        // SQLite reads what is missing of the last page as zeros, hence as nulls: the asked type shows it.
        let expected: [ResultCode] = [.corrupt, .notADatabase, .inputOutput, .error, .mismatch]
        #expect(expected.contains(error.code.primary), "\(error)")
      }
    }
  }

  @Test func `with a value of the wrong type is not taken at its word`() throws {
    let database = try Connection(path: path)
    try database.execute("CREATE TABLE t (a INTEGER)")
    try database.execute("INSERT INTO t VALUES ('many')")
    let failure = #expect(throws: DatabaseFailure.self) {
      try database.first("SELECT a FROM t") { row throws(DatabaseFailure) in try row.int("a") }
    }
    #expect(failure?.code == .mismatch)
    #expect(failure?.description.contains("many") == false)
  }
}
