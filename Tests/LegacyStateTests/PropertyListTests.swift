import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private let plain = #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{}}}"#

extension Scanned {
  fileprivate init(_ data: Data) {
    self.init(.document(SecretBytes(copying: data), name: "x.plist"))
  }
}

@Suite struct `A property list` {
  @Test(arguments: [1, 2, 3, 4, 8], [2, 3, 4, 5, 8])
  func `has numbers of any size`(_ referenceSize: Int, _ offsetSize: Int) throws {
    for power in 0...3 {
      let writer = BinaryListText(
        referenceSize: referenceSize,
        offsetSize: offsetSize,
        countPower: power
      )
      let file = writer.written([
        .dictionary([(1, 2), (3, 4)]), .text("k"), .text(plain), .wide("ü"), .array([5, 6, 7]),
        .raw([0x14] + Array(repeating: 0, count: 15) + [9]), .raw([0x22, 0x3F, 0x80, 0, 0]),
        .raw([0x33] + Array(repeating: 0, count: 8)),
      ])
      let content = SecretBytes(copying: file)
      let scanned = Scanned(file)
      #expect(scanned.states.map(\.source.locator.path) == [[.key("k")]])
      #expect(scanned.states.map(\.source.locator.kind) == [.propertyList])
      let result = try StateRemoval.removing(scanned.states, from: content)
      #expect(Scanned(Data(result.array)).states.isEmpty)
      #expect(result.count < content.count - plain.utf8.count)
    }
  }

  @Test func `that refers to one value again and again is read within bounds, and says so`() {
    let few = Scanned(BinaryListText.sharing(Data(plain.utf8), times: 64))
    #expect(few.states.count == 64)
    #expect(few.failures.isEmpty)
    let many = Scanned(
      BinaryListText(referenceSize: 2).written([
        .array(Array(repeating: 1, count: 20_000)), .data(Data(plain.utf8)),
      ])
    )
    #expect(many.states.count == 64)
    let reason = "one value stands in more than 64 places; no more are listed"
    #expect(many.failures.map(\.description) == [reason])
  }

  @Test(arguments: ["é", "日本", "😀", ""])
  func `has texts in UTF-16`(_ letter: String) throws {
    let text = #"{"refreshToken":"rt-\#(letter)","mLastTokenResponse":{"request":{}}}"#
    let file = BinaryListText().written([.array([1]), .wide(text)])
    let scanned = Scanned(file)
    let token = try #require(scanned.states.first?.refreshToken)
    #expect(token.secret.array == Array("rt-\(letter)".utf8))
    #expect(scanned.states[0].source.locator.path == [.index(0)])
  }

  @Test(arguments: [
    (#"<dict><key>a&amp;b</key><string>STATE</string></dict>"#, [Locator.Step.key("a&b")]),
    (
      #"<array><true/><dict><key>x</key><array><string>STATE</string></array></dict></array>"#,
      [.index(1), .key("x"), .index(0)]
    ),
    ("<string>STATE</string>", []),
    ("<dict><key>flutter.auth</key><string>STATE</string></dict>", [.key("flutter.auth")]),
  ])
  func `may be XML`(_ body: String, _ path: [Locator.Step]) throws {
    let state = plain.replacing("\"", with: "&quot;")
    let text =
      "<?xml version=\"1.0\"?><!DOCTYPE plist SYSTEM \"x\"><!-- c -->\n<plist>"
      + body.replacing("STATE", with: state) + "</plist>\n"
    let scanned = Scanned(text: text, name: "x.plist")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.source.locator.path) == [path])
    let locator = try #require(scanned.states.first?.source.locator)
    let start = text.utf8.index(text.startIndex, offsetBy: locator.offset)
    #expect(text[start...].hasPrefix(state))
    #expect(locator.length == state.utf8.count)
  }

  @Test(arguments: [
    "<plist><dict><string>x</string></dict></plist>", "<plist><dict><key>x</key></dict></plist>",
    "<plist><array><key>x</key></array></plist>", "<plist></plist>", "<dict></dict>",
    "<plist><string>a</string><string>b</string></plist>", "<plist><odd/></plist>",
    "<plist><string>a<true/></string></plist>", "<plist><string><![CDATA[a]]></string></plist>",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><string>&a;</string></plist>",
    "<plist><string>a<!-- c --></string></plist>",
  ])
  func `that breaks the rules is an error if it has a mark`(_ text: String) {
    let comment = "<!-- mLastTokenResponse -->"
    let marked = Scanned(text: text.replacing("<plist>", with: "\(comment)<plist>"), name: "x")
    guard text.contains("<plist>") else { return }
    #expect(marked.states.isEmpty)
    #expect(marked.failures.count == 1)
    #expect(Scanned(text: text, name: "x").failures.isEmpty)
  }

  @Test func `cut at any byte it gives no state, and does no harm`() throws {
    let file = try #require(CorpusFile.all.first { $0.path == "ios-archive/reg-only.plist" })
    let bytes = try file.bytes.array
    for length in 0..<bytes.count {
      let scanned = Scanned(Data(bytes[..<length]))
      #expect(scanned.states.isEmpty)
    }
  }

  @Test(arguments: [
    "ios-archive/reg-only.plist", "ios-archive/old-explicit-0.7.plist",
    "hostile/archive-cyclic.plist",
  ])
  func `any byte changed does no harm`(_ path: String) throws {
    let file = try #require(CorpusFile.all.first { $0.path == path })
    let bytes = try file.bytes.array
    let step = max(1, bytes.count / 250)
    for position in stride(from: 0, to: bytes.count, by: step) {
      for byte in [0, 1, 0x0F, 0x5F, 0x80, 0xD2, 0xFF] as [UInt8] {
        var changed = bytes
        changed[position] = byte
        let content = SecretBytes(copying: changed)
        let scanned = Scanned(.document(content, name: "x"))
        // A refusal is as good as a result; only a crash is not.
        _ = try? StateRemoval.removing(scanned.states, from: content)
      }
    }
  }

  @Test func `shared containers are looked into once`() {
    // Each of 30 arrays refers ten times to the next: as a tree it has 10^30 leaves.
    var objects: [BinaryListText.Object] = (1...30).map { next in
      .array(Array(repeating: next, count: 10))
    }
    objects.append(.text(plain))
    let scanned = Scanned(BinaryListText().written(objects))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 10)
  }

  @Test func `objects on top of each other are refused`() {
    let data = BinaryListText.Object.data(Data("mLastTokenResponse".utf8))
    var file = Array(BinaryListText(offsetSize: 1).written([.array([1, 1, 1, 1]), data, data]))
    // The array, as large as all of the file, at every number.
    file[8] = 0xAF
    let scanned = Scanned(Data(file))
    #expect(scanned.states.isEmpty)
  }

  @Test func `that holds itself, or is too deep, is refused`() {
    let mark = BinaryListText.Object.text("mLastTokenResponse")
    let cycle = BinaryListText().written([.array([1, 2]), .array([0]), mark])
    #expect("\(Scanned(cycle).failures)".contains("holds itself"))
    var chain: [BinaryListText.Object] = (1...600).map { .array([$0]) }
    chain.append(mark)
    let deep = BinaryListText(referenceSize: 2).written(chain)
    #expect("\(Scanned(deep).failures)".contains("inside each other"))
  }
}
