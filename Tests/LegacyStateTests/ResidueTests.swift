import Foundation
import LegacyState
import Secrets
import Testing

@Suite struct `Searching for residue` {
  private let token = "rt-a/b+c&d=\"0123456789"

  private func hits(_ text: some Sequence<UInt8>) -> [ResidueSearch.Residue] {
    ResidueSearch(tokens: [SecretBytes(copying: token.utf8)])
      .occurrences(in: SecretBytes(copying: Array(text)))
  }

  @Test func `a token is found in every spelling`() {
    let json = token.replacing("/", with: "\\/").replacing("\"", with: "\\\"")
    let xml = token.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    let percent = token.addingPercentEncoding(
      withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    )
    #expect(hits("xx\(token)".utf8).map(\.spelling) == [.raw])
    #expect(hits("xx\(json)".utf8).map(\.offset) == [2])
    #expect(hits("xx\(json)".utf8).map(\.spelling) == [.json])
    #expect(hits("xx\(xml)".utf8).map(\.spelling) == [.xml])
    #expect(hits((percent ?? "").utf8).map(\.spelling) == [.percent])
    for (encoding, spelling) in [
      (String.Encoding.utf16LittleEndian, ResidueSearch.Spelling.utf16LittleEndian),
      (.utf16BigEndian, .utf16BigEndian),
    ] {
      #expect(hits(token.data(using: encoding) ?? Data()).map(\.spelling) == [spelling])
    }
  }

  @Test func `a token is found however deep or however rarely it is escaped`() {
    let slashed = "1//0gAbC:d-123456789"
    func hits(_ text: String) -> Set<ResidueSearch.Spelling> {
      Set(
        ResidueSearch(tokens: [SecretBytes(copying: slashed.utf8)])
          .occurrences(in: SecretBytes(copying: text.utf8)).map(\.spelling)
      )
    }
    func spelled(_ slash: String) -> String { slashed.replacing("/", with: slash) }
    for slash in ["\\/", "\\\\/", "\\\\\\/", "\\u002f", "\\u002F", "\\x2f", "\\x2F"] {
      #expect(hits(spelled(slash)) == [.json])
    }
    for slash in ["&#47;", "&#x2f;", "&#x2F;"] {
      #expect(hits(spelled(slash)) == [.xml])
    }
    #expect(hits(spelled("%2f").replacing(":", with: "%3a")) == [.percent])
    #expect(hits(spelled("%2F").replacing(":", with: "%3A")) == [.percent])
    #expect(hits(spelled("%252f").replacing(":", with: "%253a")) == [.percent])
    #expect(hits(spelled("%252F").replacing(":", with: "%253A")) == [.percent])
    let once = spelled("%2F").replacing(":", with: "%3A")
    #expect(hits(Data("?a=\(once)".utf8).base64EncodedString()) == [.base64])
    let hex = slashed.utf8.map { String($0, radix: 16) }.joined()
    #expect(hits("xx\(hex)") == [.hex])
    #expect(hits("xx\(hex.uppercased())") == [.hex])
    #expect(hits(Data("{\"a\":\"\(spelled("\\/"))\"}".utf8).base64EncodedString()) == [.base64])
  }

  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian], 0..<3)
  func `base64 of UTF-16 is found wherever the token stands in it`(
    _ encoding: String.Encoding,
    _ shift: Int
  ) {
    let text = String(repeating: "x", count: shift) + token + "yz"
    let encoded = (text.data(using: encoding) ?? Data()).base64EncodedString()
    // Between the zeros it can be read in either byte order.
    #expect(Set(hits(encoded.utf8).map(\.spelling)) == [.base64])
  }

  @Test(arguments: 0..<6) func `base64 is found wherever the token stands in it`(_ shift: Int) {
    let text = String(repeating: "x", count: shift) + token + "yz"
    let encoded = Data(text.utf8).base64EncodedString()
    #expect(hits(encoded.utf8).map(\.spelling) == [.base64])
    let url = encoded.replacing("+", with: "-").replacing("/", with: "_")
    #expect(hits(url.utf8).map(\.spelling) == [.base64])
  }

  @Test(arguments: [48, 64, 76], ["\n", "\r\n", "\n\t\t", "\\n", "&#10;"])
  func `base64 is found over the ends of its lines`(_ length: Int, _ end: String) {
    let long = (0..<40).map { "rt\($0 * 7919)" }.joined(separator: "/")
    let search = ResidueSearch(tokens: [SecretBytes(copying: long.utf8)])
    for shift in 0..<3 {
      let text =
        String(repeating: "x", count: 200 + shift) + long + String(repeating: "y", count: 99)
      var rest = Data(text.utf8).base64EncodedString()[...]
      var lines: [Substring] = []
      while !rest.isEmpty {
        lines.append(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      let encoded = "head\n" + lines.joined(separator: end)
      let found = search.occurrences(in: SecretBytes(copying: encoded.utf8))
      #expect(found.map(\.spelling) == [.base64])
      // Where it begins: behind the letters that the blanks before it take, and the ends of their lines.
      let letters = ((200 + shift) * 8 + 5) / 6
      #expect(found.first?.offset == 5 + letters + letters / length * end.utf8.count)
      let broken = encoded.replacing(end, with: end + "!")
      #expect(search.occurrences(in: SecretBytes(copying: broken.utf8)).isEmpty)
    }
  }

  @Test func `a token is found as a web page's JSON has it, and where all of that was encoded`() {
    let token = "1//a=b&c<d>e'f+g0123456789"
    let search = ResidueSearch(tokens: [SecretBytes(copying: token.utf8)])
    let web = token.replacing("=", with: "\\u003d").replacing("&", with: "\\u0026")
      .replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
      .replacing("'", with: "\\u0027").replacing("+", with: "\\u002b")
    let slashed = token.replacing("/", with: "\\/")
    let hex = slashed.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    for (text, spelling) in [
      (web, .json), (web.replacing("/", with: "\\/"), .json), (hex, .hex), (hex.uppercased(), .hex),
    ] as [(String, ResidueSearch.Spelling)] {
      let found = search.occurrences(in: SecretBytes(copying: text.utf8))
      #expect(found.map(\.spelling) == [spelling])
    }
    let wide = slashed.data(using: .utf16BigEndian) ?? Data()
    #expect(search.occurrences(in: SecretBytes(copying: wide)).map(\.spelling) == [.utf16BigEndian])
  }

  @Test func `several tokens are found in one pass, each at its place`() {
    let tokens = ["first-token-1", "second-token-2", "short"]
    let search = ResidueSearch(tokens: tokens.map { SecretBytes(copying: $0.utf8) })
    let text = "second-token-2 first-token-1 second-token-2 short first-token-"
    let found = search.occurrences(in: SecretBytes(copying: text.utf8))
    #expect(found.map(\.token) == [1, 0, 1])
    #expect(found.map(\.offset) == [0, 15, 29])
    #expect(search.overlap >= 27)
  }

  @Test func `of a token of megabytes the beginning and the end are found, in every spelling`() {
    let token = (0..<300_000).map { "t\($0)-" }.joined()
    let search = ResidueSearch(tokens: [SecretBytes(copying: token.utf8)])
    func spellings(_ text: some Sequence<UInt8>) -> Set<ResidueSearch.Spelling> {
      Set(search.occurrences(in: SecretBytes(copying: Array(text))).map(\.spelling))
    }
    #expect(search.overlap < 64 << 10)
    for piece in [token.prefix(5000), token.suffix(5000), token[...]] {
      #expect(spellings("x\(piece)".utf8) == [.raw])
      #expect(spellings(Data("x\(piece)".utf8).base64EncodedData()) == [.base64])
      #expect(
        spellings(
          Data(piece.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            .utf8
        ) == [.hex]
      )
    }
    #expect(spellings("\(token.dropFirst().dropLast())".utf8).isEmpty)
  }

  @Test func `nothing is found in nothing`() {
    #expect(hits([]).isEmpty)
    #expect(hits("abc".utf8).isEmpty)
    #expect(hits(String(repeating: "rt-a", count: 100).utf8).isEmpty)
    let bytes = SecretBytes(copying: [1, 2, 3, 4, 5])
    #expect(ResidueSearch(tokens: []).occurrences(in: bytes).isEmpty)
  }
}
