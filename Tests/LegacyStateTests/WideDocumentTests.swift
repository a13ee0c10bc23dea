import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private func state(_ token: String) -> String {
  #"{"refreshToken":"\#(token)","scope":"ü🔑","mLastTokenResponse":{"request":{}}}"#
}

private func quoted(_ json: String) -> String {
  "\"" + json.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

private func escaped(_ json: String) -> String { json.replacing("\"", with: "&quot;") }

/// A way to write a text into a file.
enum Writing: String, CaseIterable, CustomTestStringConvertible {
  case littleEndian, bigEndian, markedLittleEndian, markedBigEndian, markedUTF8

  var testDescription: String { rawValue }

  func bytes(_ text: String) -> [UInt8] {
    let (encoding, mark): (String.Encoding, [UInt8]) =
      switch self {
      case .littleEndian: (.utf16LittleEndian, [])
      case .bigEndian: (.utf16BigEndian, [])
      case .markedLittleEndian: (.utf16LittleEndian, [0xFF, 0xFE])
      case .markedBigEndian: (.utf16BigEndian, [0xFE, 0xFF])
      case .markedUTF8: (.utf8, [0xEF, 0xBB, 0xBF])
      }
    return mark + Array(text.data(using: encoding) ?? Data())
  }
}

/// A document, and what is left of it without its second state.
struct WideCase: Sendable, CustomTestStringConvertible {
  let name: String
  let kind: Locator.Kind
  let text: String
  let rest: String
  /// What stands at the place of the second state.
  let value: String

  var testDescription: String { name }

  private static let list = "<plist version=\"1.0\"><dict><key>a</key><string>"

  static let all = [
    WideCase(
      name: "a.json",
      kind: .json,
      text: "[\(state("rt-1")), \(state("rt-2"))]",
      rest: "[\(state("rt-1"))]",
      value: state("rt-2")
    ),
    WideCase(
      name: "b.json",
      kind: .json,
      text: "{\"a\":\(quoted(state("rt-1"))),\"é\":\(quoted(state("rt-2")))}",
      rest: "{\"a\":\(quoted(state("rt-1")))}",
      value: String(quoted(state("rt-2")).dropFirst().dropLast())
    ),
    WideCase(
      name: "c.jsonl",
      kind: .jsonLines,
      text: "{\"é\":1}\n\(state("rt-1"))\n\(state("rt-2"))\n{\"x\":2}\n",
      rest: "{\"é\":1}\n\(state("rt-1"))\n{\"x\":2}\n",
      value: state("rt-2")
    ),
    WideCase(
      name: "d.xml",
      kind: .sharedPreferences,
      text: "<map>\n  <string name=\"ä\">\(escaped(state("rt-1")))</string>\n"
        + "  <string name=\"b\">\(escaped(state("rt-2")))</string>\n</map>",
      rest: "<map>\n  <string name=\"ä\">\(escaped(state("rt-1")))</string>\n</map>",
      value: escaped(state("rt-2"))
    ),
    WideCase(
      name: "e.plist",
      kind: .propertyList,
      text: list + escaped(state("rt-1")) + "</string><key>b</key><string>"
        + escaped(state("rt-2")) + "</string></dict></plist>",
      rest: list + escaped(state("rt-1")) + "</string></dict></plist>",
      value: escaped(state("rt-2"))
    ),
    WideCase(
      name: "f.csv",
      kind: .csv,
      text: "id;ß\r\n1;\"\(state("rt-1").replacing("\"", with: "\"\""))\"\r\n"
        + "2;\"\(state("rt-2").replacing("\"", with: "\"\""))\"\r\n",
      rest: "id;ß\r\n1;\"\(state("rt-1").replacing("\"", with: "\"\""))\"\r\n2;\r\n",
      value: state("rt-2").replacing("\"", with: "\"\"")
    ),
  ]
}

@Suite struct `Documents in UTF-16, and behind a byte order mark` {
  @Test(arguments: WideCase.all, Writing.allCases)
  func `are read, and a state is named by its place in the file`(
    _ document: WideCase,
    _ writing: Writing
  ) throws {
    let bytes = writing.bytes(document.text)
    let content = SecretBytes(copying: bytes)
    let scanned = Scanned(.document(content, name: document.name))
    #expect(scanned.failures.isEmpty)
    #expect(
      scanned.states.map { $0.refreshToken?.secret.array }
        == ["rt-1", "rt-2"].map { Array($0.utf8) }
    )
    let state = try #require(scanned.states.last)
    #expect(state.source.locator.kind == document.kind)
    #expect(state.scopes == ["ü🔑"])
    let locator = state.source.locator
    let value = writing.bytes(document.value).drop { [0xFF, 0xFE, 0xEF, 0xBB, 0xBF].contains($0) }
    #expect(bytes[locator.offset..<locator.offset + locator.length].elementsEqual(value))

    #expect(state.removal == .exact)
    let result = try StateRemoval.removing([state], from: content)
    #expect(result.array == writing.bytes(document.rest))
  }

  @Test(arguments: Writing.allCases)
  func `the first line goes without the mark`(_ writing: Writing) throws {
    let content = SecretBytes(copying: writing.bytes("\(state("rt-1"))\n{\"é\":[1,2,3,4,5,6]}\n"))
    let states = Scanned(.document(content, name: "x.jsonl")).states
    let result = try StateRemoval.removing(states, from: content)
    #expect(result.array == writing.bytes("{\"é\":[1,2,3,4,5,6]}\n"))
  }

  @Test(arguments: Writing.allCases)
  func `one that is the state becomes an empty object`(_ writing: Writing) throws {
    for text in [state("rt-1"), quoted(state("rt-1"))] {
      let content = SecretBytes(copying: writing.bytes(text))
      let states = Scanned(.document(content, name: "x.json")).states
      #expect(states.map(\.removal) == [.exact])
      let result = try StateRemoval.removing(states, from: content)
      #expect(result.array == writing.bytes(text.first == "{" ? "{}" : "\"{}\""))
    }
  }

  @Test(arguments: Writing.allCases)
  func `a log is searched`(_ writing: Writing) throws {
    let bytes = writing.bytes("2026-11-30 Gerät bereit\nD/Auth: \(state("rt-1")) gespeichert\n")
    let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "x.log"))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.removal) == [.wholeFile])
    let locator = try #require(scanned.states.first?.source.locator)
    let found = bytes[locator.offset..<locator.offset + locator.length]
    #expect(found.count == writing.bytes(state("rt-1")).count - writing.bytes("").count)
  }

  @Test func `what is no sound UTF-16 is read, and nothing is taken out of it`() throws {
    let text = "{\"a\":\"x\",\"s\":\(state("rt-1"))}"
    let sound = Writing.littleEndian.bytes(text)
    // Half a surrogate pair in place of the x.
    var broken = sound
    broken[12] = 0x00
    broken[13] = 0xD8
    let scanned = Scanned(.document(SecretBytes(copying: broken), name: "x.json"))
    #expect(scanned.states.map(\.removal) == [.no])
    #expect(throws: RemovalFailure.self) {
      try StateRemoval.removing(scanned.states, from: SecretBytes(copying: broken))
    }
    #expect(
      Scanned(.document(SecretBytes(copying: sound), name: "x.json")).states.map(\.removal) == [
        .exact
      ]
    )
  }

  @Test(arguments: [0, 1])
  func `a text in UTF-16 in the midst of other bytes is found`(_ shift: Int) throws {
    let noise = [UInt8](repeating: 0x07, count: 64 + shift)
    let text = Writing.littleEndian.bytes(state("rt-1"))
    let bytes = noise + [0, 0] + text + [0, 0] + noise
    let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "x.bin"))
    #expect(scanned.states.map(\.source.locator.kind) == [.raw])
    #expect(scanned.states.map(\.removal) == [.wholeFile])
    let locator = try #require(scanned.states.first?.source.locator)
    #expect(locator.offset == noise.count + 2)
  }

  @Test(arguments: Writing.allCases)
  func `without a state is nobody's business`(_ writing: Writing) {
    let texts = [
      "{\"refreshToken\":\"rt\",\"note\":\"an answer of someone else\"}",
      "lastAuthorizationResponse and mLastTokenResponse are members of AuthState",
    ]
    for (text, name) in zip(texts, ["x.json", "x.txt"]) {
      let scanned = Scanned(.document(SecretBytes(copying: writing.bytes(text)), name: name))
      #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
    }
  }
}
