import POSIX
import Testing

@Suite struct `Paths` {
  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b/", "a", "b"), ("a//b", "a", "b"),
    ("/", "/", ""), ("//a", "/", "a"),
  ])
  func `have a parent and a last component like dirname and basename say`(
    path: String,
    parent: String,
    last: String
  ) {
    #expect(Path(path).parent == Path(parent))
    #expect(Path(path).lastComponent == Path(last))
  }

  @Test func `join with exactly one slash`() {
    #expect(Path("/a").appending("b") == "/a/b")
    #expect(Path("/").appending("b") == "/b")
    #expect(Path("").appending("b") == "b")
  }

  @Test func `keep bytes that are no UTF-8`() {
    let path = Path("/a").appending([0xFF, 0xFE])
    #expect(path.bytes.suffix(2) == [0xFF, 0xFE])
    #expect(path.text == "/a/\u{FFFD}\u{FFFD}")
  }

  @Test func `become absolute against the working directory`() throws {
    #expect(try Path("/x").absolute == "/x")
    let path = try Path("x").absolute
    #expect(path.isAbsolute && path.lastComponent == "x")
  }

  @Test func `show what could steer a terminal or turn the reading round as text`() {
    let path: Path = "a\u{1B}[2J\n\u{202E}b\u{2028}é"
    #expect(path.shown == "a\\u{1b}[2J\\u{a}\\u{202e}b\\u{2028}é")
  }

  @Test func `with a zero inside never reach the system`() {
    #expect(throws: FileFailure.self) { try File.open("/etc/passwd\0.json") }
  }
}
