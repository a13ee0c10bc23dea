import Foundation
import LegacyState
import Secrets
import Testing

/// How a program writes a token.
struct EscapedSpelling: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let spelling: ResidueSearch.Spelling
  let write: @Sendable (String) -> String

  /// Some letters, each as what follows it.
  init(
    _ name: String,
    _ spelling: ResidueSearch.Spelling,
    _ escapes: KeyValuePairs<Character, String>
  ) {
    self.init(name, spelling) { letter in
      escapes.first { $0.key == letter }?.value ?? String(letter)
    }
  }

  init(
    _ name: String,
    _ spelling: ResidueSearch.Spelling,
    each: @escaping @Sendable (Character) -> String
  ) {
    testDescription = name
    self.spelling = spelling
    write = { $0.map(each).joined() }
  }

  private static func hex(_ letter: Character, isUpper: Bool = false) -> String {
    let digits = String(letter.asciiValue ?? 0, radix: 16, uppercase: isUpper)
    return String(repeating: "0", count: 2 - digits.count) + digits
  }

  static let all = [
    EscapedSpelling("System.Text.Json", .json, ["+": "\\u002B"]),
    EscapedSpelling("Gson", .json, ["=": "\\u003d"]),
    EscapedSpelling("PHP", .json, ["/": "\\/"]),
    EscapedSpelling("mustache.js", .xml, ["/": "&#x2F;", "=": "&#x3D;"]),
    EscapedSpelling("ASP.NET", .xml, ["+": "&#x2B;"]),
    EscapedSpelling("decimal references", .xml, ["+": "&#43;", "/": "&#47;"]),
    EscapedSpelling("references with zeros", .xml, ["+": "&#0043;", "/": "&#X02f;"]),
    EscapedSpelling("names of HTML", .xml, ["+": "&plus;", "/": "&sol;", "=": "&equals;"]),
    EscapedSpelling(
      "alphanumerics of iOS",
      .percent,
      ["-": "%2D", "_": "%5F", ".": "%2E", "+": "%2B", "/": "%2F", "=": "%3D"]
    ),
    EscapedSpelling("slashes as they are", .percent, ["+": "%2b"]),
    EscapedSpelling("percent twice", .percent, ["+": "%252B"]),
    EscapedSpelling("percent three times", .percent, ["+": "%25252B"]),
    EscapedSpelling("program text", .json, ["+": "\\x2b"]),
    EscapedSpelling("Rust", .json, ["+": "\\u{2b}"]),
    EscapedSpelling("properties", .json, ["=": "\\="]),
    EscapedSpelling("JSON in JSON", .json, ["/": "\\\\\\/", "+": "\\\\u002b"]),
    EscapedSpelling("JSON in JSON in JSON", .json, ["+": "\\\\\\\\u002B"]),
    EscapedSpelling("XML in XML", .xml, ["+": "&amp;#43;"]),
    EscapedSpelling("JSON in a URL", .json, ["/": "%5C%2F"]),
    EscapedSpelling("all references", .xml) { "&#x\(hex($0));" },
    EscapedSpelling("all references in capitals", .xml) { "&#x\(hex($0, isUpper: true));" },
    EscapedSpelling("all decimal references", .xml) { "&#\($0.asciiValue ?? 0);" },
    EscapedSpelling("all escaped", .json) { "\\u00\(hex($0))" },
    EscapedSpelling("all escaped twice", .json) { "\\\\u00\(hex($0, isUpper: true))" },
    EscapedSpelling("all percent", .percent) { "%\(hex($0))" },
  ]
}

@Suite struct `Searching for escaped residue` {
  private static let token = "1//0gAb+Cd-Ef_Gh.Ij=0123456789"

  private func hits(_ text: String, _ encoding: String.Encoding = .utf8) -> [ResidueSearch.Residue]
  {
    ResidueSearch(tokens: [SecretBytes(copying: Self.token.utf8)])
      .occurrences(in: SecretBytes(copying: text.data(using: encoding) ?? Data()))
  }

  @Test(arguments: EscapedSpelling.all)
  func `finds a token whatever letters of it are escaped, and says where`(_ case: EscapedSpelling) {
    let written = `case`.write(Self.token)
    for before in ["", "xx", "token=", "a\\nb%20c&amp;", String(repeating: "y", count: 900)] {
      let found = hits(before + written + "\" and more")
      #expect(found.map(\.spelling) == [`case`.spelling])
      #expect(found.map(\.offset) == [before.utf8.count])
    }
    // Behind an escape that is too far away to be read together with it.
    let far = "%41" + String(repeating: "y", count: 5000)
    #expect(hits(far + written).map(\.offset) == [far.utf8.count])
    #expect(hits(`case`.write(String(Self.token.dropLast())) + "!").isEmpty)
  }

  @Test(arguments: EscapedSpelling.all, [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func `finds it in UTF-16`(_ case: EscapedSpelling, _ encoding: String.Encoding) {
    let written = `case`.write(Self.token)
    let found = hits(written, encoding)
    let isLittle = encoding == .utf16LittleEndian
    #expect(found.map(\.spelling) == [isLittle ? .utf16LittleEndian : .utf16BigEndian])
    #expect(found.map(\.offset) == [0])
  }

  @Test(arguments: 0..<3, ["\\u002b", "\\u002B", "\\x2b", "&#43;", "%2B", "+"])
  func `finds it in base64 that is escaped`(_ shift: Int, _ plus: String) {
    let text = String(repeating: "~", count: 90 + shift) + Self.token + ">>>???"
    let encoded = Data(text.utf8).base64EncodedString()
    let written = encoded.replacing("/", with: "\\/").replacing("+", with: plus)
      .replacing("=", with: "\\u003d")
    #expect(hits(written).map(\.spelling) == [.base64])
    // And over the ends of its lines.
    var lines = ""
    for (number, letter) in encoded.enumerated() {
      lines += number > 0 && number % 76 == 0 ? "\\r\\n" : ""
      lines += letter == "/" ? "\\/" : letter == "+" ? plus : String(letter)
    }
    #expect(Set(hits(lines).map(\.spelling)) == [.base64])
  }

  @Test func `finds a token that looks escaped itself, as it is and escaped`() {
    let token = "abc%2Bdef/ghi&amp;0123456789"
    let search = ResidueSearch(tokens: [SecretBytes(copying: token.utf8)])
    for text in [
      token, token.replacing("/", with: "\\/"), token.replacing("&", with: "&amp;"),
      token.replacing("%", with: "%25"),
    ] {
      #expect(!search.occurrences(in: SecretBytes(copying: text.utf8)).isEmpty)
    }
  }

  @Test(arguments: [-40, -3, 0, 5]) func `finds it wherever a long text is cut`(_ shift: Int) {
    let before = (1 << 20) + shift
    let text = String(repeating: "y", count: before) + Self.token.replacing("+", with: "\\u002B")
    #expect(hits(text + String(repeating: "\\/", count: 20)).map(\.offset) == [before])
  }

  @Test(arguments: ["\\\\", "%25", "&amp;", "\\u005c", "%", "\\", "&#", "&#x0000000000", "\\u{"])
  func `finds nothing in escapes alone, however many there are`(_ piece: String) {
    let text = String(repeating: piece, count: 40_000)
    #expect(hits(text).isEmpty)
    #expect(hits(String(text.dropLast())).isEmpty)
    #expect(hits(text + Self.token).map(\.offset).last == text.utf8.count)
  }

  @Test func `asks pieces to overlap by the longest of its spellings`() {
    let search = ResidueSearch(tokens: [SecretBytes(copying: Self.token.utf8)])
    for spelling in EscapedSpelling.all {
      #expect(search.overlap > spelling.write(Self.token).utf8.count)
    }
    #expect(ResidueSearch(tokens: []).overlap == 0)
  }
}
