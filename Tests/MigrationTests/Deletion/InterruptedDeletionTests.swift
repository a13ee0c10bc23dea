import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A deletion that is stopped` {
  private let folder: TemporaryFolder
  private let dump: Dump

  init() throws {
    folder = try TemporaryFolder()
    dump = try Dump()
  }

  /// Four files in two folders, six states, one of which stays, and one whose token is left in a log.
  private func fill() throws {
    for name in try dump.folder.names() where name != "inner" {
      try dump.folder.directory.unlink(Path(name))
    }
    let inner = try Directory.make(dump.path.appending("inner"))
    for name in try inner.entries().map(\.name) { try inner.unlink(name) }
    try dump.folder.write(
      "AuthState.xml",
      text: Dump.preferences(["a", "b", "c"]),
      permissions: 0o640
    )
    try dump.folder.write("AuthState.xml.bak", text: Dump.preferences(["a"]))
    try dump.folder.write("z.jsonl", text: Dump.state("d") + "\n" + Dump.state("e") + "\n")
    try dump.folder.write("app.log", text: "sent at-d-0123456789abcdef+0123456789\n")
    try inner.openFile("one.json", .createExclusive(permissions: 0o600))
      .write(Array(Dump.state("f").utf8))
  }

  /// Audits, holds the result against the plan and deletes what is left of it; false if it was stopped.
  private func run(
    _ plan: MigrationPlan,
    _ ledger: Ledger,
    _ canSwap: Bool,
    stoppingAt stop: Int?
  ) throws -> Bool {
    let digest = Fingerprint(of: plan.encoded.span).hex
    let deleter = Deleter(roots: plan.inputs, ledger: ledger, plan: digest, canSwap: canSwap)
    try deleter.recover()
    let comparison = try plan.differences(from: dump.states(), ledger, digest: digest)
    #expect(comparison.difference == nil)
    let targets = plan.deletions.compactMap { planned in
      comparison.states[planned.id].map {
        DeletionTarget(
          $0,
          id: planned.id,
          hold: planned.shownPlace.contains("state-b") ? "in doubt" : nil
        )
      }
    }
    var seen = 0
    do throws(DeletionInterruption) {
      try deleter.watch(targets) { _ throws(DeletionStopped) in
        seen += 1
        if seen == stop { throw DeletionStopped() }
      }
      return true
    } catch {
      #expect(error == .stopped)
      return false
    }
  }

  private func rows(_ ledger: Ledger) throws -> [JSONNode] {
    try ledger.entries().map { $0.json(includingTimes: false) }
  }

  @Test(arguments: [true, false])
  func `anywhere and run again ends as if it had never been stopped`(canSwap: Bool) throws {
    try fill()
    let plan = dump.plan()
    #expect(plan.deletions.count == 7)
    let undisturbed = try Ledger(path: folder.path.appending("undisturbed.db"))
    #expect(try run(plan, undisturbed, canSwap, stoppingAt: nil))
    let tree = try TreeHash(of: dump.path)
    let wanted = try rows(undisturbed)
    #expect(try dump.folder.text("AuthState.xml") == Dump.preferences(["b"]))
    #expect(wanted.count == 6 * 3 + 1)

    var points = 0
    while true {
      try fill()
      let ledger = try Ledger(path: folder.path.appending("\(points).db"))
      if try run(plan, ledger, canSwap, stoppingAt: points + 1) { break }
      points += 1
      // Once more stopped at the same number, then to the end.
      if try !run(plan, ledger, canSwap, stoppingAt: points % 5 + 1) {
        #expect(try run(plan, ledger, canSwap, stoppingAt: nil))
      }
      #expect(try TreeHash(of: dump.path).differences(from: tree) == [], "stopped at \(points)")
      #expect(try rows(ledger) == wanted, "stopped at \(points)")
      #expect(try !dump.holdsToken(["a", "c", "e", "f"]), "stopped at \(points)")
    }
    // Announced, written and synced …: five for each of four files, four for each of two folders.
    #expect(points == 4 * 5 + 2 * 4)
  }

  @Test(arguments: [DeletionPoint.swapped, .folderSynced, .oldWiped, .oldRemoved, .checked])
  func `behind the swap is ended without the states`(moment: DeletionPoint) throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
    let ledger = try Ledger(path: folder.path.appending("ledger.db"))
    let deleter = Deleter(roots: [dump.path], ledger: ledger)
    let targets = dump.states().map { DeletionTarget($0) }
    #expect(throws: DeletionInterruption.stopped) {
      try deleter.watch(targets) { point throws(DeletionStopped) in
        if point == moment { throw DeletionStopped() }
      }
    }
    let recovered = try deleter.recover()
    #expect(recovered.map(\.isFinished) == [true])
    #expect(recovered[0].states == targets.map(\.id))
    #expect(try dump.folder.names() == ["AuthState.xml"])
    #expect(dump.states().isEmpty)
    #expect(try deleter.recover().isEmpty)
    #expect(try deleter.delete(targets)[0].outcome == .deleted)
    #expect(try ledger.entries().map(\.status) == [.pending, .started, .done])
  }

  @Test(arguments: [DeletionPoint.announced, .written, .synced])
  func `before the swap is undone`(moment: DeletionPoint) throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
    let ledger = try Ledger(path: folder.path.appending("ledger.db"))
    let deleter = Deleter(roots: [dump.path], ledger: ledger)
    let targets = dump.states().map { DeletionTarget($0) }
    #expect(throws: DeletionInterruption.stopped) {
      try deleter.watch(targets) { point throws(DeletionStopped) in
        if point == moment { throw DeletionStopped() }
      }
    }
    #expect(try deleter.recover().contains { $0.isFinished } == false)
    #expect(try dump.folder.names() == ["AuthState.xml"])
    #expect(try dump.folder.text("AuthState.xml") == Dump.preferences(["a"]))
  }

  @Test func `is not touched while the run that began it lives, nor below other roots`() throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
    let ledger = try Ledger(path: folder.path.appending("ledger.db"))
    let targets = dump.states().map { DeletionTarget($0) }
    var seen: [String] = []
    let results = try Deleter(roots: [dump.path], ledger: ledger).watch(targets) {
      point throws(DeletionStopped) in
      for root in [dump.path, folder.path] {
        let other = (try? Ledger(path: ledger.path)).map { Deleter(roots: [root], ledger: $0) }
        seen += (try? other?.recover().map { "\(point) \($0)" }) ?? ["failed"]
      }
    }
    #expect(results[0].outcome == .deleted)
    #expect(seen == [])
  }

  @Test func `keeps the old content where it is all that is left`() throws {
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
    let ledger = try Ledger(path: folder.path.appending("ledger.db"))
    let deleter = Deleter(roots: [dump.path], ledger: ledger)
    let targets = dump.states().map { DeletionTarget($0) }
    #expect(throws: DeletionInterruption.stopped) {
      try deleter.watch(targets) { point throws(DeletionStopped) in
        if point == .swapped { throw DeletionStopped() }
      }
    }
    try dump.folder.directory.unlink("AuthState.xml")
    #expect(try deleter.recover().isEmpty)
    #expect(try dump.folder.names().count == 1)
  }
}
