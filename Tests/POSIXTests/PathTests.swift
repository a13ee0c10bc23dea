import POSIX
import Secrets
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

  @Test func `lose the dots that mean nothing on the way to absolute, and keep a slash at the end`()
    throws
  {
    let here = try Path("").absolute
    for text in [".", "./", "./."] { #expect(try Path(text).absolute == here) }
    #expect(try Path("./a/./b").absolute == here.appending("a/b"))
    #expect(try Path("../a").absolute == here.appending("../a"))
    #expect(try Path("a/").absolute.bytes == here.appending("a").bytes + Array("/".utf8))
  }

  @Test func `show what could steer a terminal or turn the reading round as text`() {
    let path: Path = "a\u{1B}[2J\n\u{202E}b\u{2028}é"
    #expect(path.shown == "a\\u{1b}[2J\\u{a}\\u{202e}b\\u{2028}é")
  }

  @Test func `with a zero inside never reach the system`() {
    #expect(throws: FileFailure.self) { try File.open("/etc/passwd\0.json") }
  }

  @Test func `is shown without what looks like a token`() {
    let token = "rt-82SgUGmMHpi-pZlLePY4z4as7fxha5bYfeaDQ6bGEzSCtrJg2WaD6A"
    #expect(Path("/a/\(token)/b.xml").shown.hasPrefix("/a/sha256:"))
    #expect(Path("/a/\(token)/b.xml").shown.hasSuffix("/b.xml"))
    #expect(Path(token).description == "sha256:\(Fingerprint(of: Array(token.utf8).span).short)")
    for path in ["", "/", "a//b/", "/data/com.example.app/shared_prefs/AuthState-2026-12-01.xml"] {
      #expect(Path(path).shown == path)
    }
    #expect(Path("/x/00008030-001C2D223A82802E/y").shown == "/x/00008030-001C2D223A82802E/y")
  }
}
