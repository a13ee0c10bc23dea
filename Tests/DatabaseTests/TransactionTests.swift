import Database
import POSIX
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct `A transaction` {
  private let folder: TemporaryFolder
  private let database: Connection

  init() throws {
    folder = try TemporaryFolder()
    database = try Connection(path: folder.path.appending("store.db"))
    try database.execute("CREATE TABLE t (a PRIMARY KEY)")
  }

  private func rows(_ connection: Connection? = nil) throws(DatabaseFailure) -> [Int64] {
    try (connection ?? database).query("SELECT a FROM t ORDER BY a") {
      row throws(DatabaseFailure) in
      try row.int(0)
    }
  }

  private struct Refused: Error, Equatable {
    let cause: DatabaseFailure?
  }

  @Test func `does all or nothing`() throws {
    let failure = #expect(throws: DatabaseFailure.self) {
      try database.transaction { () throws(DatabaseFailure) in
        try database.execute("INSERT INTO t VALUES (1)")
        try database.execute("INSERT INTO t VALUES (1)")
      }
    }
    #expect(failure?.code == .constraintPrimaryKey)
    #expect(try rows() == [])
    #expect(!database.isInTransaction)
    let result = try database.transaction { () throws(DatabaseFailure) in
      try database.execute("INSERT INTO t VALUES (2)")
    }
    #expect(result == 1)
    #expect(try rows() == [2])
  }

  @Test func `is undone by the caller's own error, too`() throws {
    #expect(throws: Refused(cause: nil)) {
      try database.transaction(mapping: { Refused(cause: $0) }) { () throws(Refused) in
        _ = try? database.execute("INSERT INTO t VALUES (1)")
        throw Refused(cause: nil)
      }
    }
    #expect(try rows() == [])
  }

  @Test func `inside another can be undone by itself`() throws {
    try database.transaction { () throws(DatabaseFailure) in
      try database.execute("INSERT INTO t VALUES (1)")
      _ = try? database.transaction { () throws(DatabaseFailure) in
        try database.execute("INSERT INTO t VALUES (2)")
        try database.execute("INSERT INTO t VALUES (1)")
      }
      try database.transaction { () throws(DatabaseFailure) in
        try database.execute("INSERT INTO t VALUES (3)")
      }
    }
    #expect(try rows() == [1, 3])
  }

  @Test func `excludes a second writer, not a reader`() throws {
    var options = Connection.Options()
    options.busyTimeout = .milliseconds(20)
    let other = try Connection(path: database.path, options: options)
    try database.transaction { () throws(DatabaseFailure) in
      try database.execute("INSERT INTO t VALUES (1)")
      #expect(try rows(other) == [])
      let failure = #expect(throws: DatabaseFailure.self) {
        try other.execute("INSERT INTO t VALUES (2)")
      }
      #expect(failure?.code.primary == .busy)
      #expect(failure?.description.contains("wait until that ends") == true)
    }
    #expect(try rows(other) == [1])
  }

  @Test func `is on disk when it returns and gone when the process dies before`() async throws {
    // In a process of its own, which ends without closing anything.
    let path = database.path.text
    await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
      let database = try Connection(path: Path(path))
      try database.transaction { () throws(DatabaseFailure) in
        try database.execute("INSERT INTO t VALUES (1)")
      }
      try database.execute("BEGIN IMMEDIATE")
      try database.execute("INSERT INTO t VALUES (2)")
      _exit(9)
    }
    #expect(try rows() == [1])
    try database.execute("INSERT INTO t VALUES (3)")
    #expect(try rows() == [1, 3])
  }

  @Test func `of many connections at once loses nothing`() async throws {
    let path = database.path
    try await withThrowingTaskGroup { group in
      for worker in 0..<4 {
        group.addTask {
          let database = try Connection(path: path)
          for number in 0..<25 {
            try database.transaction { () throws(DatabaseFailure) in
              try database.execute("INSERT INTO t VALUES (?)", [.int(Int64(worker * 100 + number))])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try rows().count == 100)
  }
}
