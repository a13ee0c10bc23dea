import POSIX
import TestSupport
import Testing

@Suite struct `A tree's hash` {
  @Test func `changes with each name, mode, size and byte, and says where`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", text: "one")
    try folder.directory.makeFolder("d")
    let before = try TreeHash(of: folder.path, withTimes: true)
    #expect(try TreeHash(of: folder.path, withTimes: true) == before)
    #expect(before.entries.keys.sorted() == [".", "a", "d"])

    let plain = try TreeHash(of: folder.path)
    let file = try folder.directory.openFile("a", .readWrite)
    try file.write(Array("two".utf8), at: 0)
    #expect(try differing(from: plain, folder) == ["a"])
    try file.write(Array("one".utf8), at: 0)
    #expect(try TreeHash(of: folder.path) == plain)
    #expect(try TreeHash(of: folder.path, withTimes: true) != before)

    try file.setPermissions(0o640)
    #expect(try differing(from: plain, folder) == ["a"])
    try file.setPermissions(0o600)
    try folder.directory.openFolder("d").makeLink("l", to: "../a")
    #expect(try differing(from: plain, folder) == ["d/l"])
    try folder.directory.rename("a", to: "b")
    #expect(try differing(from: plain, folder) == ["a", "b", "d/l"])
  }

  private func differing(from old: TreeHash, _ folder: TemporaryFolder) throws -> [String] {
    try TreeHash(of: folder.path).differences(from: old).map { line in
      String(line.prefix { $0 != ":" })
    }
  }
}
