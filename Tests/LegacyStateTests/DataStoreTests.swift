import LegacyState
import Secrets
import TestSupport
import Testing

/// Writes the messages of a DataStore.
private func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
  var length: [UInt8] = []
  var rest = content.count
  while rest >= 0x80 {
    length.append(UInt8(rest & 0x7F) | 0x80)
    rest >>= 7
  }
  return [number << 3 | 2] + length + [UInt8(rest)] + content
}

private func entry(_ name: String, _ value: [UInt8]) -> [UInt8] {
  field(1, field(1, Array(name.utf8)) + field(2, value))
}

private func result(_ token: String) -> String {
  #"{"accessToken":"\#(token)","accessTokenExpirationDateTime":1,"tokenAdditionalParameters":{}}"#
}

private func scan(_ bytes: [UInt8]) -> Scanned {
  Scanned(.document(SecretBytes(copying: bytes), name: "x.preferences_pb"))
}

private func removing(_ numbers: Int..., from bytes: [UInt8]) throws -> [UInt8] {
  let states = scan(bytes).states
  #expect(numbers.allSatisfy { StateRemoval.isPossible(at: states[$0].source) })
  let content = SecretBytes(copying: bytes)
  return try StateRemoval.removing(numbers.map { states[$0] }, from: content).array
}

@Suite struct `A DataStore of preferences` {
  private static let other = entry("count", [0x18, 0x05])
  private static let text = entry("name", field(5, Array("x".utf8)))

  @Test func `the entry goes, all others stay`() throws {
    let whole = Self.other + entry("a", field(5, Array(result("at-1").utf8))) + Self.text
    #expect(scan(whole).states.map(\.source.locator.path) == [[.key("a")]])
    #expect(scan(whole).states.map(\.source.locator.kind) == [.dataStore])
    #expect(try removing(0, from: whole) == Self.other + Self.text)
  }

  @Test func `one text of a set goes, the others stay, and all lengths fit`() throws {
    func set(_ texts: [String]) -> [UInt8] {
      entry("s", field(6, texts.flatMap { field(1, Array($0.utf8)) }))
    }
    let texts = [String(repeating: "x", count: 100), result("at-1"), result("at-2"), "y"]
    let whole = Self.other + set(texts) + Self.text
    let states = scan(whole).states
    #expect(
      states.map(\.source.locator.path) == [[.key("s"), .index(1)], [.key("s"), .index(2)]]
    )
    #expect(
      try removing(0, from: whole) == Self.other + set([texts[0], texts[2], "y"]) + Self.text
    )
    #expect(try removing(0, 1, from: whole) == Self.other + set([texts[0], "y"]) + Self.text)
  }

  @Test func `a part of a text goes, and the lengths around it shrink`() throws {
    for padding in [0, 10, 60, 120, 200, 20_000] {
      let rest = #"{"p":"\#(String(repeating: "x", count: padding))"}"#
      let text = rest.dropLast() + #","auth":\#(result("at-1"))}"#
      let whole = Self.other + entry("a", field(5, Array(text.utf8))) + Self.text
      #expect(
        try removing(0, from: whole)
          == Self.other + entry("a", field(5, Array(rest.utf8))) + Self.text
      )
    }
  }

  @Test func `bytes are looked into as well`() {
    #expect(scan(entry("a", field(8, Array(result("at-1").utf8)))).states.count == 1)
  }

  @Test func `what the file holds twice is written anew once`() throws {
    let file = try #require(
      CorpusFile.all.first { $0.path == "android-datastore/settings.preferences_pb" }
    )
    let before = try file.bytes.array
    let after = try removing(0, from: before)
    #expect(scan(after).states.isEmpty)
    #expect(scan(after).failures.isEmpty)
    #expect(after.count < before.count)
  }

  @Test func `cut at any byte it gives no half state`() {
    let whole = Self.other + entry("a", field(5, Array(result("at-1").utf8)))
    for length in 0..<whole.count { #expect(scan(Array(whole[..<length])).states.isEmpty) }
  }
}
