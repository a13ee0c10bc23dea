internal import POSIX

/// One migration at a time for each ledger: two would both sign in, and the session that is stored first would be left
/// behind at the provider, alive and known to nobody.
///
/// The system ends the turn of a process that dies.
package struct MigrationTurn: Sendable {
  private let file: File

  /// Takes the turn.
  ///
  /// - Parameter ledger: Whose migrations wait for each other.
  /// - Throws: ``LedgerFailure/busy`` if another process has it.
  package init(at ledger: Ledger) throws(LedgerFailure) {
    let name = ledger.path.lastComponent.bytes + Array("-turn".utf8)
    let path = ledger.path.parent.appending(Path(bytes: name))
    let isFree: Bool
    do throws(FileFailure) {
      file = try File.open(path, .create(permissions: 0o600), followLinks: false)
      isFree = try file.tryLock()
    } catch {
      throw LedgerFailure(error)
    }
    guard isFree else { throw LedgerFailure(.busy, ledger.path) }
  }

  /// Lets the next one begin.
  package func end() {
    try? file.unlock()
  }
}
