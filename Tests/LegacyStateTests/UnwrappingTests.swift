import Foundation
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

/// A way to write a value into another.
enum Wrapping: String, CaseIterable, CustomTestStringConvertible {
  case base64, base64URL, base64Lines, hex, hexUpper, percent, entities, json, xmlList, binaryList

  var testDescription: String { rawValue }

  func wrap(_ data: Data) -> Data {
    let text = String(decoding: data, as: UTF8.self)
    let base64 = data.base64EncodedString()
    switch self {
    case .base64: return Data(base64.utf8)
    case .base64URL:
      return Data(
        base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "").utf8
      )
    case .base64Lines:
      return data.base64EncodedData(options: [.lineLength64Characters, .endLineWithLineFeed])
    case .hex: return Data(data.map { String(format: "%02x", $0) }.joined().utf8)
    case .hexUpper: return Data(data.map { String(format: "%02X", $0) }.joined().utf8)
    case .percent:
      let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
      return Data((text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "").utf8)
    case .entities:
      return Data(
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
          .replacing("<", with: "&lt;").replacing(">", with: "&gt;").utf8
      )
    case .json:
      let value = (try? JSONEncoder().encode(["a": text, "b": "x"])) ?? Data()
      return value
    case .xmlList: return list(["s": text, "t": "ü"], .xml)
    case .binaryList: return list(["s": data, "t": 7], .binary)
    }
  }

  private func list(_ value: Any, _ format: PropertyListSerialization.PropertyListFormat) -> Data {
    (try? PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
      ?? Data()
  }

  /// Whether it takes any bytes, or text alone.
  var takesBytes: Bool {
    switch self {
    case .percent, .entities, .json, .xmlList: false
    default: true
    }
  }
}

/// Wrappings around each other, the innermost first.
struct Wrappings: CustomTestStringConvertible {
  let all: [Wrapping]

  var testDescription: String { all.map(\.rawValue).joined(separator: " in ") }

  /// Every two of them that go together.
  static let pairs: [Wrappings] = Wrapping.allCases.flatMap { inner in
    Wrapping.allCases.compactMap { outer in
      inner == .binaryList && !outer.takesBytes ? nil : Wrappings(all: [inner, outer])
    }
  }

  func wrap(_ text: String) -> Data { all.reduce(Data(text.utf8)) { $1.wrap($0) } }
}

private func state(_ token: String) -> String {
  #"{"refreshToken":"\#(token)","mLastTokenResponse":{"request":{}},"#
    + #""lastAuthorizationResponse":{"request":{"clientId":"<&é>"}}}"#
}

@Suite struct `Values in values` {
  @Test(arguments: Wrapping.allCases)
  func `a state is found in any of them and goes with its member`(_ wrapping: Wrapping) throws {
    // A binary value cannot stand in JSON as it is.
    let chain = wrapping == .binaryList ? [wrapping, .base64] : [wrapping]
    try check(Wrappings(all: chain))
  }

  @Test(arguments: Wrappings.pairs)
  func `and in any two of them around each other`(_ wrappings: Wrappings) throws {
    let chain = wrappings.all.last == .binaryList ? wrappings.all + [.base64] : wrappings.all
    // Base64 of base64 and the like leave no mark to see; a keychain's values are looked into all the same.
    let value = String(decoding: Wrappings(all: chain).wrap(state("rt-1")), as: UTF8.self)
    let item = ["svce": "s", "acct": "a", "v_Data": value]
    let json = try JSONEncoder().encode([item])
    let scanned = Scanned(.document(SecretBytes(copying: json), name: "x.json"))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 1)
    #expect(scanned.states.first?.source.locator.item?.account == "a")
  }

  private func check(_ wrappings: Wrappings) throws {
    let value = String(decoding: wrappings.wrap(state("rt-1")), as: UTF8.self)
    let json = try JSONEncoder().encode(["s": value])
    let content = SecretBytes(copying: json)
    let scanned = Scanned(.document(content, name: "x.json"))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 1)
    #expect(scanned.states.first?.source.locator.path.first == .key("s"))
    let result = try StateRemoval.removing(scanned.states, from: content)
    let left = try JSONDecoder().decode([String: String].self, from: Data(result.array))
    let isRest = wrappings.all.contains { [.json, .xmlList, .binaryList].contains($0) }
    #expect(left.isEmpty != isRest)
  }

  @Test(arguments: Wrapping.allCases.filter { $0 != .binaryList && $0 != .json && $0 != .xmlList })
  func `a part that goes leaves the rest written in the same way`(_ wrapping: Wrapping) throws {
    func document(_ states: [String]) throws -> Data {
      let list = "[" + states.joined(separator: ",") + "]"
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.withoutEscapingSlashes]
      return try encoder.encode([
        "s": String(decoding: wrapping.wrap(Data(list.utf8)), as: UTF8.self)
      ])
    }
    let content = SecretBytes(copying: try document([state("rt-1"), state("rt-2")]))
    let states = Scanned(.document(content, name: "x.json")).states
    #expect(states.count == 2)
    let result = try StateRemoval.removing([states[0]], from: content)
    #expect(result.array == Array(try document([state("rt-2")])))
  }

  @Test func `what is encoded is seen across the border of two pieces of a file`() throws {
    let folder = try TemporaryFolder()
    for (number, wrapping) in [Wrapping.base64, .hex].enumerated() {
      let value = String(decoding: wrapping.wrap(Data(state("rt-1").utf8)), as: UTF8.self)
      for shift in stride(from: 0, to: value.utf8.count, by: 29) {
        let padding = String(repeating: " ", count: (1 << 20) - 16 - shift)
        let name = Path("\(number)-\(shift).json")
        let file = try folder.write(name, text: "{\"p\":\"\(padding)\",\"s\":\"\(value)\"}")
        #expect(Scanned(.path(file.text)).states.count == 1)
      }
    }
  }

  @Test func `wrappings have an end`() {
    var text = state("rt-1")
    for _ in 0..<12 {
      text = String(decoding: Wrapping.percent.wrap(Data(text.utf8)), as: UTF8.self)
    }
    let item = #"[{"svce":"s","acct":"a","v_Data":"\#(text)"}]"#
    let scanned = Scanned(text: item, name: "x.json")
    #expect(scanned.states.isEmpty)
  }

  @Test func `data that is referred to again and again is looked into within a budget`() throws {
    // Each level refers 30 times to the next: 30 to the power of six in all, of which few are enough to see.
    var level = Data(state("rt-1").utf8)
    for _ in 0..<6 { level = BinaryListText.sharing(level, times: 30) }
    let scanned = Scanned(.document(SecretBytes(copying: level), name: "x.plist"))
    #expect(scanned.failures.contains { "\($0)".contains("more than is looked into") })
  }
}
