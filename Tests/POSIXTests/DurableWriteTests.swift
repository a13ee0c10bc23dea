import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A durable write` {
  private let folder: TemporaryFolder
  private let new = Array("new content".utf8)

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a", text: "old", permissions: 0o640)
  }

  private func replace(
    original: File? = nil,
    unchangedSince: FileStatus? = nil,
    wiping: Bool = false,
    observe: (DurableWrite.Point) -> Void = { _ in }
  ) throws -> DurableWrite.OldFile {
    try DurableWrite.replace(
      "a",
      in: folder.directory,
      contents: new,
      temporaryName: ".a.appauth-migrate",
      attributesOf: original,
      unchangedSince: unchangedSince,
      wipingOriginal: wiping,
      observe: observe
    )
  }

  @Test func `shows the old file or the new one at each point, never a part`() throws {
    var seen: [DurableWrite.Point: String] = [:]
    let original = try folder.directory.openFile("a", .readWrite)
    #expect(
      try replace(original: original, wiping: true) { seen[$0] = try? folder.text("a") } == .wiped
    )
    #expect(
      seen == [
        .written: "old", .synced: "old", .renamed: "new content", .folderSynced: "new content",
        .oldWiped: "new content",
      ]
    )
    #expect(try folder.names() == ["a"])
    #expect(try original.readSecret(at: 0, count: 10).equals(SecretBytes(copying: [0, 0, 0])))
  }

  @Test func `keeps owner, rights and attributes of the original`() throws {
    let attribute = Array("user.note".utf8)
    try? folder.directory.openFile("a", .readWrite).setAttribute(attribute, [1, 2, 3])
    let original = try folder.directory.openFile("a")
    let before = try original.status()
    #expect(try replace(original: original) == .left)
    let after = try folder.directory.status(of: "a")
    #expect(after.mode == 0o640 && after.owner == before.owner && after.group == before.group)
    #expect(!after.isSameFile(as: before))
    // Equal also where the file system has no attributes: nil then.
    let replaced = try folder.directory.openFile("a")
    #expect(try replaced.attribute(attribute) == original.attribute(attribute))
  }

  @Test func `keeps the modification time where asked`() throws {
    let original = try folder.directory.openFile("a")
    let before = try original.status()
    try DurableWrite.replace(
      "a",
      in: folder.directory,
      contents: new,
      temporaryName: ".t",
      attributesOf: original,
      keepingModificationTime: true
    )
    #expect(try folder.directory.status(of: "a").modified == before.modified)
  }

  @Test func `removes what a killed run left under the temporary name`() throws {
    try folder.write(".a.appauth-migrate", text: "half")
    #expect(try replace() == .left)
    try folder.directory.makeLink(".a.appauth-migrate", to: "victim")
    try folder.write("victim", text: "untouched")
    #expect(try replace() == .left)
    #expect(try folder.text("victim") == "untouched")
    #expect(try folder.text("a") == "new content")
    #expect(try folder.directory.status(of: "a").mode == 0o600)
  }

  @Test func `leaves the temporary file of a living writer alone`() throws {
    let other = try folder.directory.claimTemporary(".a.appauth-migrate")
    let failure = #expect(throws: FileFailure.self) { try replace() }
    #expect(failure?.reason == .locked)
    #expect(try folder.text("a") == "old")
    #expect(try other.status().links == 1)
  }

  @Test func `does nothing if the file is not the one that was read`() throws {
    let original = try folder.directory.openFile("a", .readWrite)
    let status = try original.status()
    try original.write(Array("more than old".utf8), at: 0)
    let failure = #expect(throws: FileFailure.self) {
      try replace(original: original, unchangedSince: status)
    }
    #expect(failure?.reason == .changing)
    #expect(try folder.text("a") == "more than old")
    #expect(try folder.names() == ["a"])
  }

  @Test func `does not wipe a file that another name still holds`() async throws {
    let path = folder.path.appending("a")
    _ = try await ChildProcess.run("ln", arguments: [path.text, "\(path.text)2"])
    let original = try folder.directory.openFile("a", .readWrite)
    #expect(try replace(original: original, wiping: true) == .linkedElsewhere(names: 1))
    #expect(try folder.text("a2") == "old")
  }

  @Test func `creates a private file that is whole from the first, and replaces none`() throws {
    let path = folder.path.appending("report.json")
    var seen: [DurableWrite.Point] = []
    try DurableWrite.create(path, contents: new) { point in
      seen.append(point)
      #expect(((try? folder.text("report.json")) == nil) == (point == .written || point == .synced))
    }
    #expect(seen == [.written, .synced, .renamed, .folderSynced])
    #expect(try folder.directory.status(of: "report.json").mode == 0o600)

    let failure = #expect(throws: FileFailure.self) {
      try DurableWrite.create(path, contents: [1])
    }
    #expect(failure?.isExisting == true)
    #expect(try folder.read("report.json") == new)
    try DurableWrite.create(path, contents: [1], exclusive: false)
    #expect(try folder.read("report.json") == [1])
    #expect(try folder.names() == ["a", "report.json"])
  }

  @Test func `removes a whole file and its bytes`() throws {
    let original = try folder.directory.openFile("a", .readWrite)
    let status = try original.status()
    #expect(
      try DurableWrite.remove("a", in: folder.directory, wiping: original, unchangedSince: status)
        == .wiped
    )
    #expect(try folder.names().isEmpty)
    #expect(try original.read(at: 0, count: 10) == [0, 0, 0])
  }
}
