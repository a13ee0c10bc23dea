import Archive
import POSIX
import Secrets
import TestSupport
import Testing

/// A member and what it holds.
private struct Read: Equatable, CustomStringConvertible {
  var name: String
  var text: String
  var description: String { "\(name)=\(text)" }
}

private func read(
  _ input: any ArchiveInput,
  limits: ArchiveLimits = ArchiveLimits(),
  packedBytes: Int = 1 << 20,
  isCompressedFile: Bool = false
) throws(ArchiveFailure) -> [Read] {
  let reader = try ArchiveReader(
    input,
    budget: ArchiveBudget(limits, packedBytes: packedBytes),
    isCompressedFile: isCompressedFile
  )
  var members: [Read] = []
  while let member = try reader.next() {
    guard member.kind == .file, !member.isEncrypted else {
      members.append(Read(name: member.name.text, text: "‹\(member.kind.rawValue)›"))
      continue
    }
    guard case .whole(let bytes) = try reader.contents(limit: 32 << 20) else {
      members.append(Read(name: member.name.text, text: "‹large›"))
      continue
    }
    let text = bytes.withBytes { span in
      String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
    }
    members.append(Read(name: member.name.text, text: text))
  }
  return members
}

private func input(_ bytes: [UInt8]) -> MemoryInput { MemoryInput(SecretBytes(copying: bytes)) }

private func file(_ path: Path) throws -> FileInput {
  let file = try File.open(path)
  return FileInput(file, size: try file.status().size)
}

@Suite struct `Reading an archive` {
  private static let python = """
    import tarfile, zipfile, io, gzip, lzma, bz2
    members = [("a/x.json", b"one"), ("./b", b"two" * 50000), ("ü🔑", b"")]
    for name, mode in (("m.tar", "w"), ("m.tar.gz", "w:gz"), ("m.tar.bz2", "w:bz2"), ("m.tar.xz", "w:xz")):
        with tarfile.open(name, mode) as t:
            for n, b in members:
                i = tarfile.TarInfo(n); i.size = len(b); t.addfile(i, io.BytesIO(b))
    for name, how in (("m.zip", zipfile.ZIP_DEFLATED), ("stored.zip", zipfile.ZIP_STORED)):
        with zipfile.ZipFile(name, "w", how) as z:
            for n, b in members: z.writestr(n, b)
    open("m.gz", "wb").write(gzip.compress(b"one"))
    open("m.xz", "wb").write(lzma.compress(b"one"))
    """

  @Test(arguments: ["m.tar", "m.tar.gz", "m.tar.bz2", "m.tar.xz", "m.zip", "stored.zip"])
  func `gives every member of every kind, whether it can go back or not`(name: String) async throws
  {
    let folder = try TemporaryFolder()
    try await Python.run(Self.python, in: folder.path)
    let path = folder.path.appending(name)
    let expected = [
      Read(name: "a/x.json", text: "one"),
      Read(name: "./b", text: String(repeating: "two", count: 50_000)),
      Read(name: "ü🔑", text: ""),
    ]
    #expect(try read(file(path)) == expected)
    let bytes = try File.open(path).readAll(limit: 1 << 20)
    #expect(try read(MemoryInput(bytes)) == expected)
    #expect(try read(Dripping(bytes)) == expected)
  }

  @Test(arguments: ["m.gz", "m.xz"])
  func `takes a compressed file for one member where that is allowed`(name: String) async throws {
    let folder = try TemporaryFolder()
    try await Python.run(Self.python, in: folder.path)
    let path = folder.path.appending(name)
    #expect(try read(file(path), isCompressedFile: true) == [Read(name: "", text: "one")])
    #expect(throws: ArchiveFailure.self) { try read(file(path)) }
  }

  @Test func `keeps names as they are and follows none`() throws {
    var tar = TarFile()
    tar.add("../../up", text: "1")
    tar.add("/etc/passwd", text: "2")
    tar.add("link".utf8, type: "2", target: "/etc/passwd")
    tar.add("hard".utf8, type: "1", target: "/etc/shadow")
    tar.add("pipe".utf8, type: "6")
    tar.add("folder/".utf8, type: "5")
    tar.add([0x62, 0xFF, 0x0A], Array("3".utf8))
    #expect(
      try read(input(tar.bytes)).map(\.description) == [
        "../../up=1", "/etc/passwd=2", "link=‹symlink›", "hard=‹hard link›", "pipe=‹pipe›",
        "folder/=‹folder›", "b\u{FFFD}\n=3",
      ]
    )
    let reader = try ArchiveReader(
      input(Array(tar.bytes.suffix(2048))),
      budget: ArchiveBudget(ArchiveLimits(), packedBytes: 2048)
    )
    #expect(try reader.next()?.name.bytes == [0x62, 0xFF, 0x0A])
  }

  @Test func `cut off anywhere it ends with an error or early, and never hangs`() async throws {
    let folder = try TemporaryFolder()
    try await Python.run(Self.python.replacing("two\" * 50000", with: "two\""), in: folder.path)
    for name in ["m.tar.gz", "m.zip", "m.tar"] {
      let bytes = try File.open(folder.path.appending(name)).readAll(limit: 1 << 20)
      let all = bytes.withBytes { span in span.indices.map { span[$0] } }
      for end in stride(from: 0, to: all.count, by: max(1, all.count / 300)) {
        _ = try? read(input(Array(all[..<end])))
      }
    }
  }

  @Test func `refuses what claims to be larger than it is`() {
    var tar = TarFile()
    tar.add("x".utf8, Array("abc".utf8), claimedSize: 1 << 32)
    #expect(throws: ArchiveFailure.damaged("Truncated tar archive")) {
      try read(input(tar.bytes))
    }
  }

  @Test func `tells what is encrypted`() async throws {
    let folder = try TemporaryFolder()
    // The bit that says so, in both headers.
    try await Python.run(
      """
      import zipfile
      with zipfile.ZipFile("e.zip", "w") as z: z.writestr("x", b"secret")
      b = bytearray(open("e.zip", "rb").read())
      b[6] |= 1
      at = b.index(b"PK\\x01\\x02"); b[at + 8] |= 1
      open("e.zip", "wb").write(b)
      """,
      in: folder.path
    )
    let reader = try ArchiveReader(
      file(folder.path.appending("e.zip")),
      budget: ArchiveBudget(ArchiveLimits(), packedBytes: 100)
    )
    #expect(try reader.next()?.isEncrypted == true)
  }
}

@Suite struct `A bomb` {
  private static let python = """
    import zipfile, tarfile, io, gzip
    with zipfile.ZipFile("b.zip", "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("before", b"1"); z.writestr("bomb", b"\\0" * (30 << 20)); z.writestr("behind", b"2")
    with tarfile.open("b.tar.gz", "w:gz") as t:
        for n, b in (("before", b"1"), ("bomb", b"\\0" * (30 << 20)), ("behind", b"2")):
            i = tarfile.TarInfo(n); i.size = len(b); t.addfile(i, io.BytesIO(b))
    """

  @Test func `in a zip file costs one member, its neighbours are read`() async throws {
    let folder = try TemporaryFolder()
    try await Python.run(Self.python, in: folder.path)
    let reader = try ArchiveReader(
      file(folder.path.appending("b.zip")),
      budget: ArchiveBudget(ArchiveLimits(), packedBytes: 1 << 20)
    )
    #expect(try reader.next()?.name == "before")
    #expect(try reader.next()?.name == "bomb")
    #expect(throws: ArchiveFailure.self) { try reader.contents(limit: 64 << 20) }
    #expect(try reader.next()?.name == "behind")
    guard case .whole(let bytes) = try reader.contents(limit: 10) else {
      Issue.record("more than 10 bytes")
      return
    }
    #expect(bytes.count == 1)
  }

  @Test func `in a compressed tar ends the archive`() async throws {
    let folder = try TemporaryFolder()
    try await Python.run(Self.python, in: folder.path)
    let reader = try ArchiveReader(
      file(folder.path.appending("b.tar.gz")),
      budget: ArchiveBudget(ArchiveLimits(), packedBytes: 1 << 20)
    )
    _ = try reader.next()
    _ = try reader.next()
    #expect(throws: ArchiveFailure.self) { try reader.contents(limit: 64 << 20) }
    #expect(try reader.next() == nil)
  }

  @Test func `of many members that are each allowed ends as a whole`() throws {
    var tar = TarFile()
    for number in 0..<10 { tar.add("\(number)".utf8, [UInt8](repeating: 0, count: 1000)) }
    var limits = ArchiveLimits()
    limits.freeBytes = 1000
    #expect(throws: ArchiveFailure.self) {
      try read(input(tar.bytes), limits: limits, packedBytes: 10)
    }
    limits.members = 9
    limits.freeBytes = 100_000
    #expect(throws: ArchiveFailure.beyondLimit("there are more than 9 members in this archive")) {
      try read(input(tar.bytes), limits: limits)
    }
  }
}

/// Gives one archive byte by byte, without going back.
private final class Dripping: ArchiveInput {
  private let bytes: SecretBytes
  private var offset = 0
  var size: Int? { nil }

  init(_ bytes: SecretBytes) {
    self.bytes = bytes
  }

  func read(into buffer: inout MutableSpan<UInt8>) -> Int {
    let count = min(7, bytes.count - offset)
    bytes.withBytes { span in
      for index in 0..<count { buffer[index] = span[offset + index] }
    }
    offset += count
    return count
  }

  func seek(to offset: Int) {}
}
