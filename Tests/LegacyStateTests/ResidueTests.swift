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
    for slash in ["\\/", "\\\\\\/", "\\u002f", "\\u002F"] {
      #expect(hits(spelled(slash)) == [.json])
    }
    for slash in ["&#47;", "&#x2f;", "&#x2F;"] {
      #expect(hits(spelled(slash)) == [.xml])
    }
    #expect(hits(spelled("%2f").replacing(":", with: "%3a")) == [.percent])
    #expect(hits(spelled("%2F").replacing(":", with: "%3A")) == [.percent])
    let hex = slashed.utf8.map { String($0, radix: 16) }.joined()
    #expect(hits("xx\(hex)") == [.hex])
    #expect(hits("xx\(hex.uppercased())") == [.hex])
    #expect(hits(Data("{\"a\":\"\(spelled("\\/"))\"}".utf8).base64EncodedString()) == [.base64])
  }

  @Test(arguments: 0..<6) func `base64 is found wherever the token stands in it`(_ shift: Int) {
    let text = String(repeating: "x", count: shift) + token + "yz"
    let encoded = Data(text.utf8).base64EncodedString()
    #expect(hits(encoded.utf8).map(\.spelling) == [.base64])
    let url = encoded.replacing("+", with: "-").replacing("/", with: "_")
    #expect(hits(url.utf8).map(\.spelling) == [.base64])
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

  @Test func `nothing is found in nothing`() {
    #expect(hits([]).isEmpty)
    #expect(hits("abc".utf8).isEmpty)
    #expect(hits(String(repeating: "rt-a", count: 100).utf8).isEmpty)
    let bytes = SecretBytes(copying: [1, 2, 3, 4, 5])
    #expect(ResidueSearch(tokens: []).occurrences(in: bytes).isEmpty)
  }
}
