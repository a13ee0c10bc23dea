import JSON
import Secrets
import Testing

private func text(_ node: JSONNode, pretty: Bool = false) -> String {
  String(decoding: node.encoded(pretty: pretty), as: UTF8.self)
}

@Suite struct `Writing JSON` {
  @Test func `members keep their order`() {
    let node: JSONNode = ["z": 1, "a": [true, nil, -0.5, 3.0, "x"], "e": [:], "f": []]
    #expect(text(node) == #"{"z":1,"a":[true,null,-0.5,3,"x"],"e":{},"f":[]}"#)
  }

  @Test func `pretty text has a line for each member`() {
    let node: JSONNode = ["a": [1, ["b": "c"]], "e": []]
    let expected = """
      {
        "a": [
          1,
          {
            "b": "c"
          }
        ],
        "e": []
      }
      """
    #expect(text(node, pretty: true) == expected)
  }

  @Test func `control characters and line separators are escaped`() {
    let node = JSONNode.string("\"\\/\u{1}\n\u{7F}\u{2028}\u{2029}\u{2030}â€é😀\u{E2}")
    #expect(text(node) == #""\"\\/\u0001\n\u007f\u2028\u2029"# + "\u{2030}â€é😀\u{E2}\"")
  }

  @Test func `escapes what steers a terminal or turns the reading direction`() throws {
    let hidden = "\u{80}\u{9B}\u{9F}\u{61C}\u{200B}\u{200F}\u{202A}\u{202E}\u{2060}\u{206F}\u{FEFF}"
    let kept = "\u{A0}é\u{61B}\u{200A}\u{2010}\u{202F}\u{2070}\u{FEFE}ﻼ"
    let written = text(.string(hidden + kept + hidden))
    let escaped =
      #"\u0080\u009b\u009f\u061c\u200b\u200f\u202a\u202e\u2060\u206f\ufeff"#
    #expect(written == "\"" + escaped + kept + escaped + "\"")
    let document = try JSONDocument(parsing: SecretBytes(copying: written.utf8))
    #expect(document.root.string() == hidden + kept + hidden)
  }

  @Test func `what JSON has no word for becomes null`() {
    #expect(text([.double(.infinity), .double(.nan), .double(1e300)]) == "[null,null,1e+300]")
  }

  @Test func `what is written is read back the same`() throws {
    let node: JSONNode = ["k\u{0}": ["\u{2028}", 1.25e-7, .int(.min), .double(1e22)]]
    let document = try JSONDocument(parsing: SecretBytes(copying: node.encoded()))
    let list = try #require(document.root["k\u{0}"])
    #expect(list[0]?.string() == "\u{2028}")
    #expect(list[1]?.double() == 1.25e-7)
    #expect(list[2]?.int() == .min)
    #expect(list[3]?.double() == 1e22)
  }

  @Test func `secrets and raw values are written into protected memory`() throws {
    let read = try JSONDocument(parsing: SecretBytes(copying: #"{"x": [1, "\u0041"]}"#.utf8))
    let raw = try #require(read.root["x"])
    let json = SecretJSON.object([
      ("t", .secret(SecretBytes(copying: "a\"\u{2028}b".utf8))), ("n", .int(5)),
      ("r", .raw(raw)), ("l", .array([.bool(false), .null, .double(0.5), .string("é")])),
    ])
    let expected = #"{"t":"a\"\u2028b","n":5,"r":[1, "\u0041"],"l":[false,null,0.5,"é"]}"#
    #expect(json.encoded().equals(SecretBytes(copying: expected.utf8)))
  }
}

@Suite struct `A JSON value that was read` {
  @Test(arguments: [
    #"{"b":[1,-2,2.5,1e3],"a":{"z":null,"y":true},"a":"x\u00e9"}"#, "[]", "\"\"",
    "9223372036854775807",
    "1e400",
  ])
  func `can be written again`(text: String) throws {
    let document = try JSONDocument(parsing: SecretBytes(copying: Array(text.utf8)))
    let once = JSONNode(reading: document.root).encoded()
    let again = try JSONDocument(parsing: SecretBytes(copying: once))
    #expect(JSONNode(reading: again.root).encoded() == once)
  }

  @Test func `has one form with sorted names`() {
    let node: JSONNode = ["b": [["d": 1, "c": 2]], "a": nil]
    #expect(node.sorted == ["a": nil, "b": [["c": 2, "d": 1]]])
  }
}
