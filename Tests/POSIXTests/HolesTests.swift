import POSIX
import TestSupport
import Testing

@Suite struct `The holes of a file` {
  @Test func `are passed over`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.directory.openFile("x", .createExclusive(permissions: 0o600))
    try file.truncate(to: 1 << 32)
    try file.write([1, 2, 3] as [UInt8], at: 1 << 30)
    let data = try #require(try file.nextData(from: 0))
    #expect(data.contains(1 << 30))
    // Every file system that the tests run on knows of holes; one that doesn't has data everywhere.
    #expect(data.lowerBound > 0)
    #expect(data.count <= 1 << 20)
    #expect(try file.nextData(from: data.upperBound) == nil)
    #expect(try file.nextData(from: 1 << 33) == nil)
  }

  @Test func `are none in a small file, and nothing follows its end`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", text: "abc")
    let file = try File.open(path)
    #expect(try file.nextData(from: 1) == 1..<3)
    #expect(try file.nextData(from: 3) == nil)
  }
}
