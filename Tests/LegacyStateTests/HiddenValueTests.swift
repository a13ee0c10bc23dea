import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private func state(_ token: String) -> String {
  #"{"refreshToken":"\#(token)","mLastTokenResponse":{"request":{}},"#
    + #""lastAuthorizationResponse":{"request":{"clientId":"<&é>"}}}"#
}

private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

/// Base64 of what Python's gzip and zlib make of `{"refreshToken":"rt-1","mLastTokenResponse":{"request":{}}}`.
private let gzip =
  "H4sIAAAAAAACA6tWKkpNK0otzgjJz07NU7JSKirRNVTSUcr1SSwuAYsFpRYX5OcVpypZVQPVFpamFpcAmbW1tQAE6vO2OwAAAA=="
private let zlib =
  "eJyrVipKTStKLc4Iyc9OzVOyUioq0TVU0lHK9UksLgGLBaUWF+TnFacqWVUD1RaWphaXAJm1tbUAcRoVYQ=="
/// The same in a list with a number behind it.
private let zlibList =
  "eJyLrlYqSk0rSi3OCMnPTs1TslIqKtE1VNJRyvVJLC4BiwWlFhfk5xWnKlmB1BaWphaXAJm1tbU6hrEAyOYWdg=="
/// 64 MiB of blanks, twice through gzip.
private let bomb =
  "H4sIAAAAAAACA+3coU5CcRTA4atcNqebQHAGg7f6BhQGGMgGzc4HMJqFMZPZ+QQEHsCN5mx2gtp4AJJjJN3Vex/jf74vnXzi2dnv9HEvq+w21m"
  + "+TahgXT79nx/P9DAAAAEjc+Gva2KmGovwYXVwBAAAAqbtpHeb1UeDn+mRoHQAAAJC8h163XX8IfN/f5tYBAAAAyTvargb1LeC9fOlc2gcAAAAk71"
  + "MwAAAAAEIRDAAAAIBYBAMAAAAgFsEAAAAACEYwAAAAAGIRDAAAAIBYBAMAAAAgFsEAAAAACEYwAAAAAGIRDAAAAIBYZr1uUT0GtDflXf+8mQEAAB"
  + "DJ4mC9fH3+H/I/cvMIyuP+AAA="

extension Wrapping {
  /// Those that are text and can stand in a word of a log.
  fileprivate static let words: [Wrapping] = [.base64, .base64URL, .hex, .hexUpper, .percent]
}

@Suite struct `Values that show no mark` {
  /// Every two wrappings that give text.
  static let pairs = Wrappings.pairs.filter { $0.all.last != .binaryList }

  @Test(arguments: pairs)
  func `are found in a plain member, which goes with them`(_ wrappings: Wrappings) throws {
    let value = String(decoding: wrappings.wrap(state("rt-1")), as: UTF8.self)
    let json = try JSONEncoder().encode(["s": value, "t": "x"])
    let content = SecretBytes(copying: json)
    let scanned = Scanned(.document(content, name: "x.json"))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 1)
    #expect(scanned.states.first?.removal == .exact)
    let result = try StateRemoval.removing(scanned.states, from: content)
    let left = try JSONDecoder().decode([String: String].self, from: Data(result.array))
    #expect(left["t"] == "x")
    #expect(Scanned(.document(result, name: "x.json")).states.isEmpty)
  }

  @Test(arguments: pairs)
  func `are found in preferences, in property lists and in tables`(_ wrappings: Wrappings) throws {
    let value = String(decoding: wrappings.wrap(state("rt-1")), as: UTF8.self)
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["s": value],
      format: .binary,
      options: 0
    )
    let references = value.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\n", with: "&#10;")
    let cell = value.replacing("\"", with: "\"\"")
    for (content, name) in [
      (Data("<map><string name=\"s\">\(references)</string></map>".utf8), "x.xml"),
      (list, "x.plist"), (Data("id,s\n1,\"\(cell)\"\n".utf8), "x.csv"),
    ] {
      let scanned = Scanned(.document(SecretBytes(copying: content), name: name))
      #expect(scanned.failures.isEmpty)
      #expect(scanned.states.map(\.removal) == [.exact])
      #expect(scanned.states.first?.source.locator.path.first == .key("s"))
    }
  }

  @Test(arguments: Wrapping.words, Wrapping.words)
  func `are found in the line of a log`(_ inner: Wrapping, _ outer: Wrapping) throws {
    let value = String(
      decoding: Wrappings(all: [inner, outer]).wrap(state("rt-1")),
      as: UTF8.self
    )
    let text = "11-30 12:00:00.123  1234  1234 D Auth    : state=\(value)\nnext line\n"
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.removal) == [.wholeFile])
    let locator = try #require(scanned.states.first?.source.locator)
    let found = Array(text.utf8)[locator.offset..<locator.offset + locator.length]
    // The signs at its end say nothing.
    #expect(value.utf8.starts(with: found) && found.count + 2 >= value.utf8.count)
  }

  @Test(arguments: [
    [Wrapping.hex, .base64, .hex], [.base64, .base64, .base64, .base64],
    [.percent, .base64, .percent],
    [.base64Lines, .hexUpper, .base64URL],
  ])
  func `are found however deep`(_ chain: [Wrapping]) throws {
    let value = String(decoding: Wrappings(all: chain).wrap(state("rt-1")), as: UTF8.self)
    let json = try JSONEncoder().encode(["s": value])
    #expect(Scanned(.document(SecretBytes(copying: json), name: "x.json")).states.count == 1)
  }

  @Test func `noise, digests and keys look like nothing`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let noise = Data((0..<3000).map { _ in UInt8.random(in: 0...255, using: &random) })
      let hex = noise.map { String(format: "%02x", $0) }.joined()
      let json = try JSONEncoder().encode(["a": noise.base64EncodedString(), "b": hex])
      let scanned = Scanned(.document(SecretBytes(copying: json), name: "x.json"))
      #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
    }
  }
}

@Suite struct `Compressed values` {
  @Test(arguments: [gzip, zlib])
  func `are found in base64, in hex and in data, and go as a whole`(_ encoded: String) throws {
    let data = try #require(Data(base64Encoded: encoded))
    let hex = data.map { String(format: "%02x", $0) }.joined()
    let lists = try [PropertyListSerialization.PropertyListFormat.binary, .xml].map {
      try PropertyListSerialization.data(fromPropertyList: ["s": data], format: $0, options: 0)
    }
    let escaped = encoded.replacing("/", with: "\\/")
    for (content, name) in [
      (Data("{\"s\":\"\(encoded)\",\"t\":1}".utf8), "x.json"),
      (Data("{\"s\":\"\(escaped)\"}".utf8), "x.json"), (Data("{\"s\":\"\(hex)\"}".utf8), "x.json"),
      (Data("{\"s\":\"\(base64(encoded))\"}".utf8), "x.json"), (lists[0], "x.plist"),
      (lists[1], "x.plist"),
      (Data("<map><string name=\"s\">\(encoded)</string></map>".utf8), "x.xml"),
    ] {
      let secret = SecretBytes(copying: content)
      let scanned = Scanned(.document(secret, name: name))
      #expect(scanned.failures.isEmpty)
      #expect(scanned.states.map(\.removal) == [.exact], "\(name)")
      #expect(scanned.states.first?.refreshToken?.secret.array == Array("rt-1".utf8))
      let result = try StateRemoval.removing(scanned.states, from: secret)
      #expect(Scanned(.document(result, name: name)).states.isEmpty)
    }
    let log = Scanned(text: "saved \(encoded)\n", name: "x.log")
    #expect(log.states.map(\.removal) == [.wholeFile])
  }

  @Test func `a part of one stays, for nobody can write it again`() {
    let scanned = Scanned(text: "{\"s\":\"\(zlibList)\"}", name: "x.json")
    #expect(scanned.states.map(\.removal) == [.no])
    #expect(scanned.failures.isEmpty)
  }

  @Test(arguments: [gzip, zlib])
  func `a state behind the end of one is found, and both stay`(_ encoded: String) throws {
    let data = try #require(Data(base64Encoded: encoded))
    let value = (data + Data(state("rt-2").utf8)).base64EncodedString()
    let scanned = Scanned(text: "{\"s\":\"\(value)\"}", name: "x.json")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.removal) == [.no, .no])
    #expect(
      scanned.states.map { $0.refreshToken?.secret.array }
        == ["rt-1", "rt-2"].map { Array($0.utf8) }
    )
    let twice = Scanned(
      text: "{\"s\":\"\((data + data).base64EncodedString())\"}",
      name: "x.json"
    )
    #expect(twice.states.count == 2)
  }

  @Test func `one that is cut off in the midst of a state is an error`() throws {
    // Stored, not packed, so that the marks are there before the end.
    let text = Array(state("rt-1").utf8)
    let length = [UInt8(text.count & 0xFF), UInt8(text.count >> 8)]
    let stream = [0x78, 0x01, 0x01] + length + length.map { ~$0 } + text
    let value = Data(stream).base64EncodedString()
    let scanned = Scanned(text: "{\"s\":\"\(value)\"}", name: "x.json")
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.map(\.description).count == 1)
    #expect(scanned.failures.allSatisfy { $0.beganState })
  }

  @Test func `a bomb costs no more than its limit`() {
    let values = (0..<100).map { "\"\($0)\":\"\(bomb)\"" }.joined(separator: ",")
    let scanned = Scanned(text: "{\(values),\"s\":\(state("rt-1"))}", name: "x.json")
    #expect(scanned.states.count == 1)
    #expect(scanned.failures.contains { "\($0)".contains("gives more") })
  }
}
