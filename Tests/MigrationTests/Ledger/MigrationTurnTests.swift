import Migration
import POSIX
import TestSupport
import Testing

@Suite struct `The turn to migrate` {
  @Test func `is one process's at a time for each ledger`() throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(path: folder.path.appending("ledger.db"))
    let first = try MigrationTurn(at: ledger)
    #expect(throws: LedgerFailure.self) { try MigrationTurn(at: ledger) }
    let other = try Ledger(path: folder.path.appending("other.db"))
    try MigrationTurn(at: other).end()
    first.end()
    try MigrationTurn(at: ledger).end()
  }
}
