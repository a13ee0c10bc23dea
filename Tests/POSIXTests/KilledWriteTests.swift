import POSIX
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct `A durable write that is killed` {
  private static let marks = DurableWrite.Point.allCases.map(\.rawValue)

  @Test(arguments: marks)
  func `leaves the old file or the new one, and the next run finishes`(point: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("a", text: "old", permissions: 0o640)
    let path = folder.path.text
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, point = point as String] in
      try Self.replace(in: Directory.open(Path(path))) { reached in
        if reached.rawValue == point { kill(getpid(), SIGKILL) }
      }
    }

    let isRenamed = !["written", "synced"].contains(point)
    #expect(try folder.text("a") == (isRenamed ? "new" : "old"))
    #expect(try folder.directory.status(of: "a").mode == 0o640)
    try Self.replace(in: folder.directory) { _ in }
    #expect(try folder.text("a") == "new")
    #expect(try folder.directory.status(of: "a").mode == 0o640)
    #expect(try folder.names() == ["a"])
  }

  private static func replace(
    in folder: Directory,
    observe: (DurableWrite.Point) -> Void
  ) throws(FileFailure) {
    let original = try folder.openFile("a", .readWrite)
    try DurableWrite.replace(
      "a",
      in: folder,
      contents: Array("new".utf8),
      temporaryName: ".a.tmp",
      attributesOf: original,
      unchangedSince: original.status(),
      wipingOriginal: true,
      observe: observe
    )
  }
}
