import Foundation
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `After a deletion the files beside it` {
  private let scene: DeletionScene
  private var dump: Dump { scene.dump }
  private static let token = "at-a-0123456789abcdef+0123456789"
  private static let isNamed = "a file beside it is named after the token"

  init() throws {
    scene = try DeletionScene()
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a"]))
  }

  private func deleter(files: Int = 100_000, bytes: Int = 4 << 30) -> Deleter {
    var bounds = ResidueBounds()
    bounds.files = files
    bounds.bytes = bytes
    return Deleter(roots: [dump.path], ledger: scene.ledger, bounds: bounds)
  }

  @Test func `are searched whatever their size and number`() throws {
    let large = try dump.folder.directory.openFile("large", .createExclusive(permissions: 0o600))
    try large.truncate(to: 70 << 20)
    // Over the end of the piece that is read at once.
    try large.write(Array(Self.token.utf8), at: (66 << 20) - 7)
    for number in 0..<600 { try dump.folder.write(Path("z\(number)"), text: "x") }
    try dump.rewrite("z599", text: "again \(Self.token.replacing("+", with: "\\u002B"))")
    let result = try scene.deleter.delete(scene.targets())[0]
    let files = ["large", "z599"].map { dump.path.appending(Path($0)).shown }
    #expect(result.outcome == .residue(files: files))
    #expect(result.searched == 602)
    #expect(result.notSearched.isEmpty)
  }

  @Test func `beyond the most that are searched leave it unproven, which is said`() throws {
    for number in 0..<21 { try dump.folder.write(Path("f\(number)"), text: "x") }
    try dump.folder.write("AuthState.xml.bak", text: "x")
    let result = try deleter(files: 13).delete(scene.targets())[0]
    guard case .unproven(let why) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(why.hasPrefix("9 files beside it were not searched"))
    #expect(result.words.contains("not proven") && !result.words.contains("no byte"))
    #expect(result.outcome.isGone && !result.outcome.isComplete)
    #expect(result.searched == 14)
    #expect(result.notSearched.count == 1)
    #expect(result.notSearched[0].hasPrefix("9 files in "))
    #expect(try scene.rows().last == "done unproven")
  }

  @Test func `that are too large together are named as not searched, those that fit are searched`()
    throws
  {
    try dump.folder.write("f1", text: String(repeating: "x", count: 80))
    try dump.folder.write("f2", text: String(repeating: "x", count: 80))
    try dump.folder.write("f3", text: "x")
    let hole = try dump.folder.directory.openFile("hole", .createExclusive(permissions: 0o600))
    try hole.truncate(to: 1 << 40)
    let result = try deleter(bytes: 100).delete(scene.targets())[0]
    guard case .unproven(let why) = result.outcome else {
      Issue.record("\(result.outcome)")
      return
    }
    #expect(why.hasPrefix("1 file beside it was not searched"))
    #expect(result.searched == 4)
  }

  @Test func `that were not searched are said although a token was found in others`() throws {
    try dump.folder.write("f1", text: Self.token)
    try dump.folder.write("f2", text: "x")
    let result = try deleter(files: 1).delete(scene.targets())[0]
    #expect(result.outcome == .residue(files: [dump.path.appending("f1").shown]))
    #expect(result.words.contains("1 file beside it was not searched"))
  }

  @Test func `that were not searched are remembered over a kill`() throws {
    try dump.folder.write("f1", text: "x")
    let targets = scene.targets()
    let interruption = #expect(throws: DeletionInterruption.self) {
      try deleter(files: 0).watch(targets) { point throws(DeletionStopped) in
        if point == .oldWiped { throw DeletionStopped() }
      }
    }
    #expect(interruption == .stopped)
    let again = try deleter().delete(targets)[0]
    guard case .unproven(let why) = again.outcome else {
      Issue.record("\(again.outcome)")
      return
    }
    #expect(why.hasPrefix("1 file beside it was not searched"))
  }

  @Test(arguments: [
    token, "x-\(token).txt", token.replacing("+", with: "%2B"),
    Data(token.utf8).base64EncodedString().replacing("=", with: ""),
    token.utf8.map { String($0, radix: 16) }.joined(),
  ])
  func `are residue if they are named after a token, and the name is not told`(name: String) throws
  {
    try dump.folder.write(Path(name), text: "x")
    let result = try scene.deleter.delete(scene.targets())[0]
    #expect(result.outcome == .residue(files: [Self.isNamed]))
    #expect(!result.words.contains(name) && !result.words.contains(Self.token))
    #expect(result.words == "deleted, but \(Self.isNamed); delete or rename it")
  }

  @Test func `are residue as folders and links, too, also by what a link leads to`() throws {
    try dump.folder.directory.makeFolder(Path(Self.token))
    try dump.folder.directory.makeLink("link", to: Path("/nowhere/\(Self.token).txt"))
    try dump.folder.write("f1", text: Self.token)
    let result = try scene.deleter.delete(scene.targets())[0]
    let link = "a link beside it leads to a name with the token"
    let file = dump.path.appending("f1").shown
    #expect(result.outcome == .residue(files: [file, Self.isNamed, link]))
    #expect(
      result.words == "deleted, but a token of it is still in \(file), and \(Self.isNamed), "
        + "and \(link); look at all of these and remove it there"
    )
  }

  @Test func `are no residue under a name that tells another token`() throws {
    try dump.folder.write(Path(Self.token.replacing("at-a", with: "at-b")), text: "x")
    #expect(try scene.deleter.delete(scene.targets())[0].outcome == .deleted)
  }

  @Test func `are named up to a number, however many hold a token`() throws {
    for number in 10..<60 { try dump.folder.write(Path("f\(number)"), text: Self.token) }
    guard case .residue(let files) = try scene.deleter.delete(scene.targets())[0].outcome else {
      Issue.record("not found")
      return
    }
    #expect(files.count == 21)
    #expect(files.last == "more files beside it")
  }

  @Test func `are searched once for all states of the folder`() throws {
    for number in 0..<40 {
      try dump.folder.write(Path("s\(number).xml"), text: Dump.preferences(["s\(number)"]))
    }
    try dump.folder.write("f1", text: "x")
    let results = try scene.deleter.delete(scene.targets())
    #expect(results.count == 41)
    #expect(results.allSatisfy { $0.outcome == .deleted && $0.searched == 42 })
  }
}
