import Foundation
import LegacyState
import Secrets
import Testing

private let state =
  #"{"refreshToken":"rt-0123456789","mLastTokenResponse":{"request":{"clientId":"é"}}}"#

/// A way to escape every character, so that no mark is seen.
enum Escaping: String, CaseIterable, CustomTestStringConvertible {
  case decimal, hexadecimal, percent, prefixedHex, prefixedUpperHex, unicode

  var testDescription: String { rawValue }

  func apply(_ text: String) -> String {
    switch self {
    case .decimal: text.unicodeScalars.map { "&#\($0.value);" }.joined()
    case .hexadecimal:
      text.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()
    case .unicode: text.utf16.map { String(format: "\\u%04x", $0) }.joined()
    case .percent: text.utf8.map { String(format: "%%%02X", $0) }.joined()
    case .prefixedHex: "0x" + text.utf8.map { String(format: "%02x", $0) }.joined()
    case .prefixedUpperHex: "0X" + text.utf8.map { String(format: "%02X", $0) }.joined()
    }
  }

  fileprivate var isXML: Bool { self == .decimal || self == .hexadecimal }
}

/// JSON in which every letter of every string is escaped.
private func escapedJSON(_ text: String) -> String {
  var isInString = false
  return text.unicodeScalars.map { scalar in
    if scalar == "\"" { isInString.toggle() }
    return isInString && scalar != "\"" ? String(format: "\\u%04x", scalar.value) : "\(scalar)"
  }.joined()
}

@Suite struct `A text in which every character is escaped` {
  @Test(arguments: Escaping.allCases)
  func `is found in preferences, and goes with its element`(_ escaping: Escaping) throws {
    let text = "<map>\n<string name=\"s\">\(escaping.apply(state))</string>\n</map>\n"
    let content = SecretBytes(copying: text.utf8)
    let scanned = Scanned(.document(content, name: "x.xml"))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.removal) == [.exact])
    let left = try StateRemoval.removing(scanned.states, from: content)
    #expect(String(decoding: left.array, as: UTF8.self) == "<map>\n</map>\n")
  }

  @Test(arguments: Escaping.allCases)
  func `is found in a member of JSON`(_ escaping: Escaping) throws {
    let text = "{\"s\":\"\(escaping.apply(state))\",\"t\":1}"
    let content = SecretBytes(copying: text.utf8)
    let scanned = Scanned(.document(content, name: "x.json"))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.removal) == [.exact])
    let left = try StateRemoval.removing(scanned.states, from: content)
    #expect(String(decoding: left.array, as: UTF8.self) == "{\"t\":1}")
  }

  @Test(arguments: Escaping.allCases)
  func `is found in a property list and in the line of a log`(_ escaping: Escaping) {
    let value = escaping.apply(state)
    let list = "<plist version=\"1.0\"><dict><key>s</key><string>\(value)</string></dict></plist>"
    for (text, name) in [(list, "x.plist"), ("12:00 D/Auth: \(value)\nnext\n", "x.log")] {
      let scanned = Scanned(text: text, name: name)
      #expect(scanned.failures.isEmpty)
      #expect(scanned.states.count == 1, "\(name)")
    }
  }

  @Test func `is found behind two backslashes in the line of a log`() {
    let value = Escaping.unicode.apply(state).replacing("\\", with: "\\\\")
    let scanned = Scanned(text: "12:00 D/Auth: \"\(value)\"\nnext\n", name: "x.log")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map { $0.refreshToken?.secret.array } == [Array("rt-0123456789".utf8)])
  }

  @Test func `is found as JSON, in a file, in a string and in a line`() throws {
    let escaped = escapedJSON(state)
    let quoted = escaped.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    for (text, rest, name) in [
      (escaped, "{}", "x.json"), ("{\"s\":\"\(quoted)\",\"t\":1}", "{\"t\":1}", "x.json"),
      ("{\"a\":1}\n\(escaped)\n", "{\"a\":1}\n", "x.jsonl"),
    ] {
      let content = SecretBytes(copying: text.utf8)
      let scanned = Scanned(.document(content, name: name))
      #expect(scanned.failures.isEmpty)
      #expect(scanned.states.map { $0.refreshToken?.secret.array } == [Array("rt-0123456789".utf8)])
      let left = try StateRemoval.removing(scanned.states, from: content)
      #expect(String(decoding: left.array, as: UTF8.self) == rest)
    }
  }

  @Test(arguments: [
    String.Encoding.utf32LittleEndian, .utf32BigEndian, .utf32,
  ])
  func `by three zeros, as UTF-32 has it, is found with its place and stays`(
    _ encoding: String.Encoding
  ) throws {
    let text = "{\"é\":\"x\",\"s\":\(state)}"
    let bytes = Array(try #require(text.data(using: encoding)))
    var variants = [bytes]
    if encoding != .utf32 {
      let mark: [UInt8] =
        encoding == .utf32LittleEndian ? [0xFF, 0xFE, 0, 0] : [0, 0, 0xFE, 0xFF]
      variants.append(mark + bytes)
    }
    for bytes in variants {
      let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "x.json"))
      #expect(scanned.failures.isEmpty)
      #expect(scanned.states.map(\.removal) == [.no])
      let locator = try #require(scanned.states.first?.source.locator)
      let start = bytes.count - 4 * text.unicodeScalars.count
      #expect(locator.offset == start + 4 * "{\"é\":\"x\",\"s\":".unicodeScalars.count)
      #expect(locator.length == 4 * state.unicodeScalars.count)
    }
  }

  @Test func `costs no file with other escapes anything`() {
    let texts = [
      "{\"a\":\"\\u003cb\\u003e\\u0026\\u4e2d\\u6587\\u4e2d\\u6587\\u4e2d\\u6587\\u4e2d\\u6587\"}",
      "{\"a\":\"https://x/%E4%B8%AD%E6%96%87%E4%B8%AD%E6%96%87%E4%B8%AD%E6%96%87%E4%B8%AD\"}",
      "<map><string name=\"a\">&#20013;&#25991;&#20013;&#25991;&#20013;&#25991;</string></map>",
    ]
    for text in texts {
      let scanned = Scanned(text: text, name: "x")
      #expect(scanned.notes.map(\.status) == [.searched])
    }
  }
}
