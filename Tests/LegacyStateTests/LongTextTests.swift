import Foundation
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

/// A text is read in pieces of 16 MiB; what lies where two of them meet belongs to one of them, and to one only.
@Suite struct `Where two pieces of a long text meet` {
  private static let piece = 16 << 20
  private static let lines = [
    """
    2026-12-01 10:00:00 POST https://id.example.com/token \
    grant_type=refresh_token&refresh_token=aB3dE5gH7jK9mN1pQ3sT5&client_id=abc
    """,
    """
    10:00 INFO TokenResponse(accessToken=bC4eF6hJ8kL0nP2rS4tU6, \
    refreshToken=aB3dE5gH7jK9mN1pQ3sT5, tokenType=Bearer)
    """,
    """
    10:00 INFO redirect com.example.app:/callback?state=1#\
    refresh_token=aB3dE5gH7jK9mN1pQ3sT5&token_type=bearer
    """,
  ]

  @Test(arguments: lines, [-130, -105, -85, -70, -55, -40, -10, 0])
  func `a token is found once, wherever its line is cut`(line: String, offset: Int) {
    var text = [UInt8](repeating: UInt8(ascii: "\n"), count: Self.piece + offset)
    text += Array(line.utf8)
    text += [UInt8](repeating: UInt8(ascii: "\n"), count: 5000)
    let scanned = Scanned(.document(SecretBytes(wiping: &text), name: "app.log"))
    #expect(scanned.states.count == 1)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.first?.refreshToken?.secret.count == 21)
  }

  @Test(arguments: [
    "grant_type=refresh_token&refresh_token=aB3dE5gH7jK9mN1pQ3sT5&", "refresh_token=>",
    "curl -d grant_type=refresh_token -d refresh_token=aB3dE5gH7jK9mN1pQ3sT5 \\\n",
  ])
  func `what goes on over it is no end of the program`(unit: String) {
    let bytes = Array(unit.utf8)
    var limits = ScanLimits()
    limits.textPieceBytes = 1 << 18
    var text: [UInt8] = []
    while text.count < limits.textPieceBytes + (1 << 16) { text += bytes }
    let scanned = Scanned(.document(SecretBytes(wiping: &text), name: "app.log"), limits: limits)
    #expect(scanned.states.isEmpty == unit.hasSuffix(">"))
  }

  private static let small = 4096

  /// A text with something that begins so far from where two small pieces meet.
  private static func scan(_ bytes: [UInt8], at offset: Int) -> Scanned {
    var text = Array("log:".utf8)
    text += [UInt8](repeating: UInt8(ascii: "\n"), count: small + offset - text.count)
    text += bytes
    text += [UInt8](repeating: UInt8(ascii: "\n"), count: 300)
    var limits = ScanLimits()
    limits.textPieceBytes = small
    return Scanned(.document(SecretBytes(wiping: &text), name: "app.log"), limits: limits)
  }

  @Test(arguments: [
    "x {'access_token': 'bC4eF6hJ8kL0nP2rS4tU6', 'refresh_token': 'aB3dE5gH7jK9mN1pQ3sT5'}",
    "x TokenResponse(accessToken=bC4eF6hJ8kL0nP2rS4tU6, refreshToken=aB3dE5gH7jK9mN1pQ3sT5)",
    "{ accessToken: 'bC4eF6hJ8kL0nP2rS4tU6', refreshToken: 'aB3dE5gH7jK9mN1pQ3sT5' }",
    "{\n  \"access_token\" = bC4eF6hJ8kL0nP2rS4tU6;\n  \"refresh_token\" = \"aB3dE5gH7jK9mN1pQ3sT5\";\n}",
    "a:2:{s:12:\"access_token\";s:21:\"bC4eF6hJ8kL0nP2rS4tU6\";s:13:\"refresh_token\";s:21:\"aB3dE5gH7jK9mN1pQ3sT5\";}",
    "(\n [access_token:protected] => bC4eF6hJ8kL0nP2rS4tU6\n [refresh_token:protected] => aB3dE5gH7jK9mN1pQ3sT5\n)",
  ])
  func `a printed response is found once, at every offset`(text: String) {
    for offset in -300...300 {
      let scanned = Self.scan(Array(text.utf8), at: offset)
      let tokens = scanned.states.map { $0.refreshToken?.secret.array }
      #expect(tokens == [Array("aB3dE5gH7jK9mN1pQ3sT5".utf8)], "\(offset)")
      #expect(scanned.states.first?.accessToken?.secret.count == 21, "\(offset)")
    }
  }

  @Test func `two requests of one line are found once, at every offset`() {
    let text =
      "POST https://a.example/t grant_type=refresh_token&refresh_token=aB3dE5gH7&client_id=c0; "
      + "POST https://b.example/t grant_type=refresh_token&refresh_token=mN1pQ3sT5&client_id=c1"
    for offset in -300...300 {
      let scanned = Self.scan(Array(text.utf8), at: offset)
      #expect(scanned.states.map(\.clientID) == ["c0", "c1"], "\(offset)")
      let addresses = scanned.states.map(\.tokenEndpoint)
      #expect(addresses == ["https://a.example/t", "https://b.example/t"], "\(offset)")
    }
  }

  enum Writing: String, CaseIterable, CustomTestStringConvertible {
    case plain, nested, backslashed, doubled, percent, base64, lines, hex, escaped, wide,
      wideSwapped

    var testDescription: String { rawValue }

    private static let state =
      #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{"clientId":"c"}}}"#

    var bytes: [UInt8] {
      let state = Self.state
      let units = Array(state.utf16)
      switch self {
      case .plain: return Array(state.utf8)
      case .nested: return Array("{\"a\":{\"b\":1},\"s\":\(state),\"t\":[\(state)]}".utf8)
      case .backslashed:
        return Array("\"\(state.replacing("\"", with: "\\\""))\"".utf8)
      case .doubled: return Array("\"\(state.replacing("\"", with: "\"\""))\"".utf8)
      case .percent:
        let none = CharacterSet.alphanumerics
        let text = state.addingPercentEncoding(withAllowedCharacters: none) ?? ""
        return Array("com.example.app:/cb?state=\(text)&x=1".utf8)
      case .base64: return Array(Data(state.utf8).base64EncodedString().utf8)
      case .lines:
        let long = state.replacing("\"c\"", with: "\"\(String(repeating: "c", count: 99))\"")
        let text = Data(long.utf8).base64EncodedString(options: .lineLength64Characters)
        return Array(text.replacing("\r", with: "").utf8)
      case .hex: return Array(state.utf8.map { Self.digits($0, count: 2) }.joined().utf8)
      case .escaped:
        return Array(state.utf8.map { "\\u" + Self.digits($0, count: 4) }.joined().utf8)
      case .wide:
        return [7, 7, 0, 0] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + [0, 0]
      case .wideSwapped:
        return [7, 7, 0, 0] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } + [0, 0, 7, 7]
      }
    }

    var count: Int { self == .nested ? 2 : 1 }

    private static func digits(_ byte: UInt8, count: Int) -> String {
      let text = String(byte, radix: 16)
      return String(repeating: "0", count: count - text.count) + text
    }
  }

  @Test(arguments: Writing.allCases)
  func `a state is found once and is no error, at every offset`(writing: Writing) {
    let bytes = writing.bytes
    for offset in -bytes.count - 20...20 {
      let scanned = Self.scan(bytes, at: offset)
      #expect(scanned.states.count == writing.count, "\(offset)")
      #expect(scanned.failures.isEmpty, "\(offset) \(scanned.failures)")
    }
  }

  @Test(arguments: Writing.allCases)
  func `states that go on over many of them are all found`(writing: Writing) {
    let one = writing.bytes + Array("\nnext\n".utf8)
    let bytes = (0..<50).flatMap { [UInt8](repeating: 0x20, count: $0 % 7) + one }
    let scanned = Self.scan(bytes, at: -100)
    #expect(scanned.states.count == 50 * writing.count)
    #expect(scanned.failures.isEmpty, "\(scanned.failures)")
  }

  /// A file is looked at in pieces of 1 MiB before it is read.
  @Test(arguments: [21, 6_000], [-14, -13, -12, -7, -1, 0, 1])
  func `a file is read wherever its only response is cut`(length: Int, offset: Int) throws {
    let token = String(repeating: "aB3dE5gH7jK9mN1pQ3sT5", count: length / 21)
    let folder = try TemporaryFolder()
    let before = Array("{'token_type': 'bearer', '".utf8)
    var text = Array("log:".utf8)
    let blanks = (1 << 20) + offset - before.count - text.count
    text += [UInt8](repeating: UInt8(ascii: "\n"), count: blanks) + before
    text += Array("refresh_token': '\(token)'}\n".utf8)
    let file = try folder.directory.openFile("x.log", .createExclusive(permissions: 0o600))
    try file.write(text)
    let scanned = Scanned(.path(file.path.text))
    #expect(scanned.states.map { $0.refreshToken?.secret.count } == [token.utf8.count])
  }
}
