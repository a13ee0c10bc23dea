import LegacyState
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

@Suite struct `A state is left alone` {
  private let scene: DeletionScene
  private var dump: Dump { scene.dump }

  init() throws {
    scene = try DeletionScene()
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
  }

  private func outcome(_ targets: [DeletionTarget]) throws -> DeletionOutcome {
    let results = try scene.deleter.delete(targets)
    try #require(results.count == 1)
    #expect(!results[0].outcome.isGone)
    #expect(try dump.folder.names().allSatisfy { !$0.hasPrefix(".") })
    return results[0].outcome
  }

  @Test func `if it changed since the audit`() throws {
    let targets = scene.targets()
    let text = Dump.preferences(["a"]).replacing("rt-a-", with: "rt-b-")
    try dump.rewrite("AuthState.xml", text: text)
    guard case .changed(let why) = try outcome(targets) else {
      Issue.record("not noticed")
      return
    }
    #expect(why.contains("run the audit again"))
    #expect(try dump.folder.text("AuthState.xml") == text)
    #expect(try scene.rows() == ["refused changed"])
  }

  @Test func `if its file became unreadable as what it was`() throws {
    let targets = scene.targets()
    let text = String(Dump.preferences(["a"]).dropLast(40))
    try dump.rewrite("AuthState.xml", text: text)
    guard case .changed = try outcome(targets) else {
      Issue.record("not noticed")
      return
    }
    #expect(try dump.folder.text("AuthState.xml") == text)
  }

  @Test(arguments: [DeletionPoint.announced, .written, .synced])
  func `if its file changes while it is being deleted`(moment: DeletionPoint) throws {
    let targets = scene.targets()
    let text = Dump.preferences(["new"])
    let results = try scene.deleter.watch(targets) { point throws(DeletionStopped) in
      guard point == moment else { return }
      try? dump.rewrite("AuthState.xml", text: text)
    }
    guard case .changed(let why) = results[0].outcome else {
      Issue.record("not noticed: \(results)")
      return
    }
    #expect(why.contains("audit it again"))
    #expect(try dump.folder.text("AuthState.xml") == text)
    #expect(try dump.folder.names() == ["AuthState.xml"])
    #expect(try scene.rows() == ["pending -", "started -", "refused changed"])
  }

  @Test func `if someone replaced its file in the very moment of the swap`() throws {
    let targets = scene.targets()
    let results = try scene.deleter.watch(targets) { point throws(DeletionStopped) in
      guard point == .folderSynced,
        let beside = try? dump.folder.names().first(where: { $0.hasSuffix(".tmp") })
      else { return }
      try? dump.rewrite(Path(beside), text: "theirs")
    }
    guard case .changed = results[0].outcome else {
      Issue.record("not noticed: \(results)")
      return
    }
    #expect(try dump.folder.text("AuthState.xml") == "theirs")
    #expect(try dump.folder.names() == ["AuthState.xml"])
  }

  @Test(arguments: [DeletionPoint.swapped, .folderSynced])
  func `if whoever has it open writes into it after the last look`(moment: DeletionPoint) throws {
    let targets = scene.targets()
    let open = try dump.folder.directory.openFile("AuthState.xml", .readWrite)
    let length = try open.status().size
    let results = try scene.deleter.watch(targets) { point throws(DeletionStopped) in
      guard point == moment else { return }
      try? open.write(Array("<!-- theirs -->".utf8), at: length)
    }
    guard case .changed = results[0].outcome else {
      Issue.record("not noticed: \(results)")
      return
    }
    #expect(
      try dump.folder.text("AuthState.xml") == Dump.preferences(["a"]) + "<!-- theirs -->"
    )
    #expect(try dump.folder.names() == ["AuthState.xml"])
    #expect(try scene.rows().last == "refused changed")
  }

  @Test func `if its folder was changed for another in the midst of it, is not called gone`() throws
  {
    let targets = scene.targets()
    let (folder, aside) = (dump.folder.path, Path(dump.folder.path.text + ".aside"))
    let results = try scene.deleter.watch(targets) { point throws(DeletionStopped) in
      guard point == .oldRemoved else { return }
      _ = unsafe rename(folder.text, aside.text)
      _ = try? Directory.make(folder).openFile(
        "AuthState.xml",
        .createExclusive(permissions: 0o600)
      ).write(Array(Dump.preferences(["a"]).utf8))
    }
    #expect(results.map(\.outcome.isComplete) == [false])
    _ = unsafe unlink(folder.appending("AuthState.xml").text)
    _ = unsafe rmdir(folder.text)
    _ = unsafe rename(aside.text, folder.text)
  }

  @Test func `if its file is a symbolic link now`() throws {
    let targets = scene.targets()
    let target = try scene.elsewhere.write("real.xml", text: Dump.preferences(["a"]))
    try dump.folder.directory.unlink("AuthState.xml")
    try dump.folder.directory.makeLink("AuthState.xml", to: target)
    #expect(try outcome(targets) == .refused(.symbolicLink))
    #expect(try scene.elsewhere.text("real.xml") == Dump.preferences(["a"]))
    #expect(try dump.folder.directory.status(of: "AuthState.xml").kind == .symlink)
  }

  @Test func `if a folder above it was swapped for a symbolic link`() throws {
    try dump.folder.directory.unlink("AuthState.xml")
    let app = try Directory.make(dump.path.appending("com.example.app"))
    try app.makeFolder("shared_prefs")
    let inner = try app.openFolder("shared_prefs")
    try inner.openFile("AuthState.xml", .createExclusive(permissions: 0o600))
      .write(Array(Dump.preferences(["a"]).utf8))
    let targets = scene.targets()
    // The same file, byte for byte, stands where the link leads.
    let outside = try scene.elsewhere.write("AuthState.xml", text: Dump.preferences(["a"]))
    try app.rename("shared_prefs", to: "moved")
    try app.makeLink("shared_prefs", to: outside.parent)
    #expect(try outcome(targets) == .refused(.symbolicLink))
    #expect(try scene.elsewhere.text("AuthState.xml") == Dump.preferences(["a"]))
  }

  @Test func `if its file has a second name`() throws {
    let targets = scene.targets()
    let path = dump.path.appending("AuthState.xml").text
    let twin = scene.elsewhere.path.appending("twin").text
    #expect(unsafe link(path, twin) == 0)
    #expect(try outcome(targets) == .refused(.hardLinked(names: 2)))
    #expect(try scene.elsewhere.text("twin") == Dump.preferences(["a"]))
    #expect(try scene.rows() == ["refused refused"])
    #expect(try dump.folder.directory.status(of: "AuthState.xml").links == 2)
  }

  @Test func `if a pipe or a folder stands in its place`() throws {
    let targets = scene.targets()
    try dump.folder.directory.unlink("AuthState.xml")
    #expect(unsafe mkfifo(dump.path.appending("AuthState.xml").text, 0o600) == 0)
    #expect(try outcome(targets) == .refused(.notAFile("pipe")))
    try dump.folder.directory.unlink("AuthState.xml")
    try dump.folder.directory.makeFolder("AuthState.xml")
    #expect(try outcome(targets) == .refused(.notAFile("folder")))
  }

  @Test func `if it lies outside of what was audited`() throws {
    let targets = scene.targets()
    for root in [dump.path.appending("other"), Path("/"), Path(dump.path.text + "x")] {
      let deleter = Deleter(roots: [root], ledger: scene.ledger)
      let outcome = try deleter.delete(targets)[0].outcome
      #expect(outcome == (root == "/" ? .deleted : .refused(.outsideInputs)))
      try dump.rewrite("AuthState.xml", text: Dump.preferences(["a"]))
    }
  }

  @Test func `by half, and ended by the next run, if its file was written to right after the swap`()
    throws
  {
    let targets = scene.targets()
    let results = try scene.deleter.watch(targets) { point throws(DeletionStopped) in
      if point == .oldRemoved { try? dump.rewrite("AuthState.xml", text: "theirs") }
    }
    guard case .failed(let why) = results[0].outcome else {
      Issue.record("not noticed: \(results)")
      return
    }
    #expect(why.hasPrefix("it is out of "))
    #expect(try dump.folder.text("AuthState.xml") == "theirs")
    #expect(try scene.rows() == ["pending -", "started -", "in_doubt failed"])
    #expect(try scene.deleter.recover().isEmpty)
    try dump.rewrite("AuthState.xml", text: Dump.preferences([]))
    #expect(try scene.deleter.recover().map(\.isFinished) == [true])
    #expect(try scene.rows().last == "done deleted")
  }

  @Test func `and called gone if it was removed meanwhile`() throws {
    let targets = scene.targets()
    try dump.rewrite("AuthState.xml", text: Dump.preferences([]))
    #expect(try scene.deleter.delete(targets)[0].outcome == .alreadyGone)
    try dump.folder.directory.unlink("AuthState.xml")
    #expect(try scene.deleter.delete(targets)[0].outcome == .alreadyGone)
    #expect(try scene.rows() == ["done already_gone"])
  }

  @Test func `while another run of this program is at its file`() throws {
    let targets = scene.targets()
    let file = try dump.folder.directory.openFile("AuthState.xml")
    #expect(try file.tryLock())
    guard case .failed(let why) = try outcome(targets) else {
      Issue.record("not noticed")
      return
    }
    #expect(why.contains("another process"))
  }

  @Test func `if it may not be read, or its folder not be written, and the words say so`() async {
    await #expect(processExitsWith: .success) {
      let scene = try DeletionScene()
      let folder = scene.dump.folder
      try folder.write("AuthState.xml", text: Dump.preferences(["a"]))
      let targets = scene.targets()
      for path in [scene.elsewhere.path, scene.ledger.path, folder.path] where geteuid() == 0 {
        _ = unsafe chown(path.text, 65534, 65534)
      }
      for suffix in ["-wal", "-shm"] {
        _ = unsafe chown(scene.ledger.path.text + suffix, 65534, 65534)
      }
      if geteuid() == 0 { try #require(setgid(65534) == 0 && setuid(65534) == 0) }

      // Someone else's file, 0600.
      var outcome = try scene.deleter.delete(targets)[0].outcome
      guard case .failed(let why) = outcome else {
        if geteuid() == 65534 { Issue.record("\(outcome)") }
        return
      }
      try #require(why.contains("permission denied"))

      try folder.directory.unlink("AuthState.xml")
      try folder.write("AuthState.xml", text: Dump.preferences(["a"]), permissions: 0o400)
      _ = unsafe chmod(folder.path.text, 0o500)
      outcome = try scene.deleter.delete(targets)[0].outcome
      guard case .failed(let reason) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      try #require(reason.contains("permission denied") && reason.contains("folder"))
      try #require(folder.text("AuthState.xml") == Dump.preferences(["a"]))

      // A file that its owner may only read goes all the same, and stays so.
      _ = unsafe chmod(folder.path.text, 0o700)
      outcome = try scene.deleter.delete(targets)[0].outcome
      try #require(outcome == .deleted)
      try #require(folder.text("AuthState.xml") == Dump.preferences([]))
      try #require(folder.directory.status(of: "AuthState.xml").mode == 0o400)
      try #require(folder.names() == ["AuthState.xml"])
    }
  }
}
