import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

private let refresh = "1//0gKx7Qm2Vb9ZtLw4RsPn8YcDfJh3"
private let access = "ya29.a0Ad52N3-Xk7Qp2Vb9ZtLw4RsPn8YcDf"

/// Members with the names and values that a format writes, each text with its length before it.
private func members(_ pairs: [(String, String)], _ text: (String) -> [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = []
  for pair in pairs { bytes += text(pair.0) + text(pair.1) }
  return bytes
}

private let result = [("accessToken", access), ("refreshToken", refresh), ("tokenType", "Bearer")]

private func messagePack(_ text: String) -> [UInt8] {
  let bytes = Array(text.utf8)
  return (bytes.count < 32 ? [0xA0 | UInt8(bytes.count)] : [0xD9, UInt8(bytes.count)]) + bytes
}

private func cbor(_ text: String) -> [UInt8] {
  let bytes = Array(text.utf8)
  return (bytes.count < 24 ? [0x60 | UInt8(bytes.count)] : [0x78, UInt8(bytes.count)]) + bytes
}

private func hive(_ text: String) -> [UInt8] { [4, UInt8(text.utf8.count), 0, 0, 0] + text.utf8 }

private func java(_ text: String) -> [UInt8] { [0x74, 0, UInt8(text.utf8.count)] + text.utf8 }

private func bson(_ member: (String, String)) -> [UInt8] {
  var bytes: [UInt8] = [2]
  bytes += Array(member.0.utf8)
  bytes += [0, UInt8(member.1.utf8.count + 1), 0, 0, 0]
  bytes += Array(member.1.utf8)
  return bytes + [0]
}

@Suite struct `A binary store with the members of a sign-in` {
  private static func store(_ start: [UInt8], _ content: [UInt8]) -> [UInt8] { start + content }

  private static let nested: [UInt8] =
    messagePack("mLastTokenResponse") + members([("refreshToken", refresh)], messagePack)
  private static let documents: [UInt8] = bson(result[0]) + bson(result[1])
  private static let columns = Array(
    "T-DB\t\t\0\0class_A\0accessToken\0refreshToken\0\(access)\0\(refresh)\0".utf8
  )

  private static let stores: [([UInt8], String)] = [
    (store([0x83], members(result, messagePack)), "a binary store"),
    (store([0xA3], members(result, cbor)), "a binary store"),
    (store([0xD9, 0xD9, 0xF7, 0xA3], members(result, cbor)), "a CBOR document"),
    (store([90, 1, 0, 0, 1], members(result, hive)), "a binary store"),
    (store([0xAC, 0xED, 0, 5], members(result, java)), "a serialized object of Java"),
    (store([200, 0, 0, 0], documents), "a binary store"),
    (store([0x82], nested), "a binary store"),
    (store([UInt8](repeating: 0, count: 16), columns), "a Realm database"),
  ]

  @Test(arguments: stores)
  func `is an error that names it, and never "nothing found"`(bytes: [UInt8], name: String) {
    let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "a.bin"))
    #expect(scanned.states.isEmpty && scanned.failures.count == 1)
    let failure = scanned.failures.first
    #expect(failure?.description.hasPrefix(name) == true)
    #expect(failure?.description.contains("export") == true && failure?.beganState == true)
    #expect(failure?.description.contains(refresh) == false)
  }

  /// A program that uses AppAuth has all the names, and other answers have others.
  private static let others: [[UInt8]] = [
    Array("\u{1}\0\u{b}accessToken\0\u{c}refreshToken\0\u{12}mLastTokenResponse\0idToken\0".utf8),
    store([0x82], members([("access_token", access), ("refresh_token", refresh)], messagePack)),
    store([0x82], members([("accessToken", "YOUR_TOKEN"), ("refreshToken", "x")], messagePack)),
    store([0x81], members([("refreshToken", refresh)], messagePack)),
  ]

  @Test(arguments: others)
  func `is none where no token stands behind a name`(bytes: [UInt8]) {
    let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "a.bin"))
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }
}

@Suite struct `JSON that is too large for one document` {
  private static let state =
    #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{"clientId":"c"},"access_token":"at-1"}}"#

  private static func scan(_ text: String) throws -> Scanned {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.json", text: text)
    var limits = ScanLimits()
    limits.documentBytes = 1 << 20
    limits.lineBytes = 1 << 18
    return withExtendedLifetime(folder) { Scanned(.path(path.text), limits: limits) }
  }

  private static let filler = "{\"a\":\"" + String(repeating: "b", count: 1000) + "\"}"

  @Test(arguments: ["", "\n"])
  func `is searched, and one error says what to do, in one line or in many`(end: String) throws {
    let entries = Array(repeating: Self.filler, count: 1500).joined(separator: ",\(end)")
    let scanned = try Self.scan("[\(end)\(entries),\(end)\(Self.state)\(end)]")
    #expect(scanned.states.map { $0.refreshToken?.secret.array } == [Array("rt-1".utf8)])
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.description.contains("jq -c") == true)
  }

  @Test func `is read as lines if each line is a document`() throws {
    let entries = Array(repeating: Self.filler, count: 1500).joined(separator: "\n")
    let scanned = try Self.scan("\(entries)\n\(Self.state)\n")
    #expect(scanned.states.count == 1 && scanned.failures.isEmpty)
  }

  @Test func `is nothing without a mark`() throws {
    let scanned = try Self.scan(
      "[" + Array(repeating: Self.filler, count: 1500).joined(separator: ",") + "]"
    )
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }
}
