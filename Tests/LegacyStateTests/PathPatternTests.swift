import LegacyState
import Testing

@Suite struct `A path pattern` {
  @Test(arguments: [
    // Without a slash: a name at any depth, and what is below.
    ("*.xml", "a.xml", true), ("*.xml", "x/y/a.xml", true), ("*.xml", "a.xml/b", true),
    ("*.xml", "a.xml.bak", false), ("shared_prefs", "com.example.app/shared_prefs/a.xml", true),
    ("shared_prefs", "shared_prefs2/a.xml", false), ("shared_prefs/", "x/shared_prefs/a", true),
    // With one: from the folder on.
    ("a/*.json", "a/b.json", true), ("a/*.json", "x/a/b.json", false),
    ("a/*.json", "a/x/b.json", false), ("/a.json", "a.json", true), ("/a.json", "x/a.json", false),
    ("./a.json", "a.json", true), ("./a.json", "x/a.json", false), ("a//b", "a/b", true),
    ("a", "./x/./a", true),
    // Any folders, or none.
    ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/x/y/b/c", true),
    ("a/**/b", "b", false), ("**/b.json", "b.json", true), ("**", "x", true),
    ("a/**", "a/x", true), ("a/**", "a", false), ("a/**", "ab/x", false),
    ("a/**/**/b", "a/b", true), ("a**b", "aXXb", true), ("a**b", "a/b", false),
    // One character, and as many as it takes.
    ("?.txt", "a.txt", true), ("?.txt", "é.txt", true), ("?.txt", ".txt", false),
    ("?.txt", "ab.txt", false), ("a*b*c", "aXbXbXc", true), ("a*b*c", "aXbX", false),
    ("*", "anything", true), ("x*", "x", true),
    // Everything else stands for itself.
    ("[a]", "a", false), ("[a]", "[a]", true), ("a.c", "abc", false), ("A", "a", false),
    (#"\*"#, "*", false),
  ])
  func `means a name at any depth or the way from the folder on`(
    pattern: String,
    path: String,
    isMatch: Bool
  ) throws {
    #expect(try PathPattern(pattern).matches(path) == isMatch)
  }

  @Test func `is refused if it could mean nothing`() {
    #expect(throws: PathPattern.Failure.empty) { try PathPattern("") }
    #expect(throws: PathPattern.Failure.empty) { try PathPattern("//./") }
    #expect(throws: PathPattern.Failure.leadsAway) { try PathPattern("../dump") }
    #expect(throws: PathPattern.Failure.leadsAway) { try PathPattern("a/../b") }
    #expect(throws: PathPattern.Failure.tooLong) {
      try PathPattern(String(repeating: "a", count: 4097))
    }
    #expect(throws: Never.self) { try PathPattern(String(repeating: "a", count: 4096)) }
    #expect(throws: Never.self) { try PathPattern("..a/b..") }
  }

  @Test(.timeLimit(.minutes(1)))
  func `with many stars is done with a long name at once`() throws {
    let pattern = try PathPattern(String(repeating: "*a", count: 100) + "*b")
    #expect(!pattern.matches(String(repeating: "a", count: 100_000)))
    let folders = try PathPattern(String(repeating: "**/a/", count: 100) + "b")
    #expect(!folders.matches(String(repeating: "a/", count: 10_000)))
  }
}
