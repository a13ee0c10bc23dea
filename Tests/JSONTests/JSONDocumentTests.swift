import JSON
import Secrets
import Testing

private func parse(
  _ text: String,
  _ dialect: JSONDialect = .strict
) throws(JSONFailure) -> JSONValue {
  try JSONDocument(parsing: SecretBytes(copying: text.utf8), dialect: dialect).root
}

private func slice(_ value: JSONValue) -> String {
  value.document.bytes.withBytes { bytes in
    String(decoding: value.byteRange.map { bytes[$0] }, as: UTF8.self)
  }
}

@Suite struct `Reading a JSON document` {
  @Test func `members are found by their decoded names`() throws {
    let root = try parse(#"{"a":1,"b\u0063":{"d":[true,null,-2.5e1]},"é":"x"}"#)
    #expect(root["a"]?.int() == 1)
    #expect(root["bc"]?["d"]?[0]?.bool() == true)
    #expect(root["bc"]?["d"]?[1]?.isNull == true)
    #expect(root["bc"]?["d"]?[2]?.double() == -25)
    #expect(root["bc"]?["d"]?[3] == nil)
    #expect(root["é"]?.string() == "x")
    #expect(root["nothing"] == nil)
    #expect(root["a"]?["b"] == nil)
    #expect(root.members.map(\.name) == ["a", "bc", "é"])
    #expect(root["bc"]?["d"]?.elements.map(\.kind) == [.bool, .null, .number])
  }

  @Test func `of two members with one name the last counts, and the object says so`() throws {
    let root = try parse(#"{"a":{"a":0},"b":2,"\u0061":3}"#)
    #expect(root["a"]?.int() == 3)
    #expect(root.hasDuplicateMembers)
    #expect(try !parse(#"{"a":{"b":1,"b":2}}"#).hasDuplicateMembers)
  }

  @Test func `ranges point at the bytes of the document`() throws {
    let root = try parse(#" {"a" : [ "x\"y" , 12 ] } "#)
    #expect(slice(root) == #"{"a" : [ "x\"y" , 12 ] }"#)
    let list = try #require(root["a"])
    #expect(slice(list) == #"[ "x\"y" , 12 ]"#)
    #expect(list.elements.map(slice) == [#""x\"y""#, "12"])
    #expect(root.members.map(\.nameRange) == [2..<5])
  }

  @Test func `a document can be a part of a buffer`() throws {
    let bytes = SecretBytes(copying: "{} {\"a\":7}\n[".utf8)
    let document = try JSONDocument(parsing: bytes, range: 3..<11)
    #expect(document.root["a"]?.int() == 7)
    #expect(document.root.byteRange == 3..<10)
  }

  @Test func `escapes are decoded into strings and secrets alike`() throws {
    let value = try parse(#""\"\\\/\b\f\n\r\t\u20ac\ud83d\ude00z""#)
    let expected = "\"\\/\u{8}\u{C}\n\r\t€😀z"
    #expect(value.string() == expected)
    #expect(value.secret()?.equals(SecretBytes(copying: expected.utf8)) == true)
  }

  @Test(arguments: [
    (#""\ud83d""#, "\u{FFFD}"), (#""\ude00\ud83dx""#, "\u{FFFD}\u{FFFD}x"),
    (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83d\n""#, "\u{FFFD}\n"),
  ])
  func `half a surrogate pair becomes U+FFFD`(_ text: String, _ expected: String) throws {
    let value = try parse(text)
    #expect(value.string() == expected)
    #expect(value.secret()?.equals(SecretBytes(copying: expected.utf8)) == true)
  }

  @Test func `numbers keep 64 bits and never become infinite`() throws {
    let root = try parse(
      "[9223372036854775807,-9223372036854775808,9223372036854775808,1.5,1.7e3,1e400,-0,0.0]"
    )
    #expect(root.elements.map { $0.int() } == [.max, .min, nil, nil, 1700, nil, 0, 0])
    #expect(root[5]?.double() == nil)
    #expect(root[3]?.double() == 1.5)
    #expect(root[0]?.string() == nil)
  }

  @Test func `a list of strings is one only if all of it is`() throws {
    #expect(try parse(#"["a","b"]"#).stringArray() == ["a", "b"])
    #expect(try parse(#"["a",1]"#).stringArray() == nil)
    #expect(try parse("[]").stringArray() == [])
    #expect(try parse("{}").stringArray() == nil)
  }

  @Test func `the Android dialect keeps bytes that are no UTF-8 in secrets`() throws {
    let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x22, 0xFF, 0x01, 0x41, 0x22]
    let document = try JSONDocument(
      parsing: SecretBytes(copying: bytes),
      dialect: .androidState
    )
    #expect(document.root.secret()?.equals(SecretBytes(copying: [0xFF, 0x01, 0x41])) == true)
    #expect(document.root.string() == "\u{FFFD}\u{1}A")
  }
}

@Suite struct `Refusing a JSON document` {
  @Test(arguments: [
    ("", JSONFailure.Reason.empty, 1, 1), ("{", .endedEarly, 1, 2),
    ("{\n \"a\": tru }", .invalidLiteral, 2, 7), ("[1,\n2,]", .trailingComma, 2, 3),
    ("{\"a\":1,}", .trailingComma, 1, 8), ("{\"a\":]", .unexpectedByte, 1, 6),
    ("[[],}", .unexpectedByte, 1, 5), ("{,}", .unexpectedByte, 1, 2),
    ("[1] x", .trailingContent, 1, 5), ("\"\\x\"", .invalidEscape, 1, 2),
    ("[01]", .invalidNumber, 1, 2), ("[-]", .invalidNumber, 1, 3),
    ("\"a\nb\"", .controlCharacter, 1, 3), ("{\"a\" 1}", .unexpectedByte, 1, 6),
    ("[1}", .unexpectedByte, 1, 3), ("{\"a\":1]", .unexpectedByte, 1, 7),
    ("nul", .endedEarly, 1, 4), ("[NaN]", .unexpectedByte, 1, 2),
  ])
  func `names the rule, the line and the column`(
    _ text: String,
    _ reason: JSONFailure.Reason,
    _ line: Int,
    _ column: Int
  ) {
    let error = #expect(throws: JSONFailure.self) { try parse(text) }
    #expect(error?.reason == reason)
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func `depth is bounded by the dialect`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(throws: Never.self) { try parse(nested(512)) }
    #expect(throws: JSONFailure.self) { try parse(nested(513)) }
    #expect(throws: Never.self) { try parse(nested(4096), .androidState) }
    #expect(throws: JSONFailure.self) { try parse(nested(10_000), .androidState) }
  }

  @Test func `the number of values is bounded`() {
    var dialect = JSONDialect.strict
    dialect.maximumNodes = 100
    let error = #expect(throws: JSONFailure.self) {
      try parse("[" + String(repeating: "1,", count: 200) + "1]", dialect)
    }
    #expect(error?.reason == .tooManyValues)
  }

  @Test func `a document cut at any byte is refused or whole, never a crash`() {
    let text = Array(#" {"a":[1.5e3,"x\u00e9\ud83d\ude00",true,{"b":null}],"c":"é"}"#.utf8)
    for length in 0..<text.count {
      let bytes = SecretBytes(copying: text[..<length])
      #expect(throws: JSONFailure.self) { try JSONDocument(parsing: bytes) }
    }
  }

  @Test func `a document with any byte changed never crashes`() {
    let text = Array(#"{"a":[1.5e3,"x\u00e9\ud83d\ude00",true,{"b":null}],"c":"é"}"#.utf8)
    for position in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[position] = byte
        let bytes = SecretBytes(copying: changed)
        guard let document = try? JSONDocument(parsing: bytes, dialect: .androidState) else {
          continue
        }
        for member in document.root.members {
          _ = member.value.secret() ?? member.value[1]?.secret()
        }
      }
    }
  }
}
