import POSIX
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite struct `Missing rights` {
  @Test func `are an error that says where to look`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("private", text: "x", permissions: 0)
    try folder.directory.makeFolder("closed", permissions: 0)
    _ = unsafe chmod(folder.path.text, 0o755)
    let path = folder.path.text
    // In a process of its own, because root may read everything and must become someone else for good.
    await #expect(processExitsWith: .success) { [path = path as String] in
      let folder = try Directory.open(Path(path))
      if geteuid() == 0 { try #require(setgid(65534) == 0 && setuid(65534) == 0) }

      let file = #expect(throws: FileFailure.self) { try folder.openFile("private") }
      try #require(file?.isDenied == true)
      try #require(file?.description.contains("check the owner and mode") == true)
      let closed = #expect(throws: FileFailure.self) { try folder.openFolder("closed") }
      try #require(closed?.isDenied == true)
    }
  }

  @Test func `to give a replacement its owner leave the old file as it was`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a", text: "old", permissions: 0o644)
    _ = unsafe chmod(folder.path.text, 0o777)
    let path = folder.path.text
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Only root can become someone who may write to the folder and not give files away.
      guard geteuid() == 0 else { return }
      let folder = try Directory.open(Path(path))
      try #require(setgid(65534) == 0 && setuid(65534) == 0)

      let original = try folder.openFile("a")
      #expect(throws: FileFailure.self) {
        try DurableWrite.replace(
          "a",
          in: folder,
          contents: Array("new".utf8),
          temporaryName: ".a.tmp",
          attributesOf: original
        )
      }
    }
    #expect(try folder.text("a") == "old")
    #expect(try folder.names() == ["a"])
  }
}
