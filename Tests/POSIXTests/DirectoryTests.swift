import POSIX
import TestSupport
import Testing

@Suite struct `An open folder` {
  @Test func `lists names sorted by bytes with their kinds`() throws {
    let folder = try TemporaryFolder()
    try folder.write("b", text: "")
    try folder.write(Path(bytes: [0xFF]), text: "")
    try folder.directory.makeFolder("a")
    try folder.directory.makeLink("c", to: "b")
    let entries = try folder.directory.entries()
    #expect(entries.map(\.name) == ["a", "b", "c", Path(bytes: [0xFF])])
    #expect(entries.map(\.kind) == [.directory, .regular, .symlink, .regular])
    #expect(try folder.directory.entries() == entries)
  }

  @Test func `does not follow a link to a file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("real", text: "secret")
    try folder.directory.makeLink("link", to: "real")
    let failure = #expect(throws: FileFailure.self) { try folder.directory.openFile("link") }
    #expect(failure?.isLink == true)
    #expect(failure?.description.contains("name the real file instead of the link") == true)
    #expect(try folder.directory.status(of: "link").kind == .symlink)
    #expect(try folder.directory.openFile("link", followLinks: true).status().kind == .regular)
  }

  @Test func `does not follow a link to a folder`() throws {
    let folder = try TemporaryFolder()
    try folder.directory.makeFolder("real")
    try folder.directory.makeLink("link", to: "real")
    let failure = #expect(throws: FileFailure.self) { try folder.directory.openFolder("link") }
    #expect(failure?.isLink == true)
    let path = folder.path.appending("link")
    #expect(throws: FileFailure.self) { try Directory.open(path, followLinks: false) }
    #expect(try Directory.open(path).status().kind == .directory)
  }

  @Test func `ends a circle of links with an error`() throws {
    let folder = try TemporaryFolder()
    try folder.directory.makeLink("a", to: "b")
    try folder.directory.makeLink("b", to: "a")
    let failure = #expect(throws: FileFailure.self) {
      try File.open(folder.path.appending("a"))
    }
    #expect(failure?.isLink == true)
  }

  @Test(arguments: ["..", ".", "", "a/b", "../x", "/etc/passwd"])
  func `refuses names that lead elsewhere`(name: String) throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileFailure.self) { try folder.directory.openFile(Path(name)) }
    #expect(throws: FileFailure.self) { try folder.directory.unlink(Path(name)) }
    #expect(throws: FileFailure.self) { try folder.directory.rename("x", to: Path(name)) }
  }

  @Test func `stays itself when its name is given to another folder`() throws {
    let folder = try TemporaryFolder()
    try folder.directory.makeFolder("a")
    let opened = try folder.directory.openFolder("a")
    try folder.directory.rename("a", to: "moved")
    try folder.directory.makeLink("a", to: "/")
    _ = try opened.openFile("file", .createExclusive(permissions: 0o600))
    #expect(try folder.directory.openFolder("moved").entries().map(\.name) == ["file"])
  }

  @Test func `names the missing file and what to do`() throws {
    let folder = try TemporaryFolder()
    let failure = #expect(throws: FileFailure.self) { try folder.directory.openFile("no\u{7}ne") }
    #expect(failure?.isNotFound == true)
    #expect(
      failure?.description
        == "cannot open \(folder.path)/no\\u{7}ne: no such file or folder; check the path"
    )
  }

  @Test func `is made with what is missing above it, private`() throws {
    let folder = try TemporaryFolder()
    let made = try Directory.make(folder.path.appending("a/b/c"))
    #expect(try made.status().mode == 0o700)
    #expect(try Directory.make(folder.path.appending("a/b/c")).status() == made.status())
  }

  @Test func `renames exclusively only to a name that is free`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", text: "a")
    try folder.write("b", text: "b")
    let failure = #expect(throws: FileFailure.self) {
      try folder.directory.renameExclusively("a", to: "b")
    }
    #expect(failure?.isExisting == true)
    try folder.directory.renameExclusively("a", to: "c")
    #expect(try folder.names() == ["b", "c"])
    #expect(try folder.text("b") == "b")
  }

  @Test func `a swap gives two files each other's name, and needs both`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", text: "of a", permissions: 0o640)
    try folder.write("b", text: "of b")
    guard try folder.directory.swap("a", with: "b") else { return }
    #expect(try folder.text("a") == "of b")
    #expect(try folder.text("b") == "of a")
    #expect(try folder.directory.status(of: "b").mode == 0o640)
    let failure = #expect(throws: FileFailure.self) { try folder.directory.swap("a", with: "c") }
    #expect(failure?.isNotFound == true)
    #expect(throws: FileFailure.self) { try folder.directory.swap("a", with: "../b") }
    #expect(try folder.names() == ["a", "b"])
  }
}
