import Foundation
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

private let state = #"{"refreshToken":"rt-0123456789","mLastTokenResponse":{"request":{}}}"#

@Suite struct `What was wrapped and not undone` {
  private func wrapped(_ times: Int) -> String {
    (0..<times).reduce(state) { text, _ in Data(text.utf8).base64EncodedString() }
  }

  @Test(arguments: [9, 10])
  func `because it is too deep is an error without any mark`(_ times: Int) {
    for (text, name) in [
      ("{\"s\":\"\(wrapped(times))\"}", "x.json"),
      ("<map><string name=\"s\">\(wrapped(times))</string></map>", "x.xml"),
      ("D/Auth: \(wrapped(times))\n", "x.log"),
    ] {
      let scanned = Scanned(text: text, name: name)
      #expect(scanned.states.isEmpty)
      #expect(scanned.failures.contains { $0.reason == .tooDeep }, "\(name)")
    }
  }

  @Test func `because braces hide it is an error beside what was found`() {
    let braces = String(repeating: "{\"a\":", count: 1 << 19)
    let scanned = Scanned(text: "D/Auth: \(state)\n\(braces)\n\(state)\n", name: "x.log")
    #expect(scanned.states.count == 1)
    #expect(scanned.failures.map(\.reason.isUnread) == [true])
  }

  @Test func `because it is too large is an error without any mark`() async throws {
    let folder = try TemporaryFolder()
    try await Python.run(
      """
      import gzip, base64, json
      value = base64.b64encode(gzip.compress(b" " * (17 << 20) + b'{}')).decode()
      open("x.json", "w").write(json.dumps({"s": value}))
      """,
      in: folder.path
    )
    let scanned = Scanned(.path("\(folder.path.text)/x.json"))
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.map(\.reason.isUnread) == [true])
  }
}

extension ScanFailure.Reason {
  fileprivate var isUnread: Bool { if case .valuesUnread = self { true } else { false } }
}

@Suite struct `A keyed archive whose own names are damaged` {
  @Test(arguments: ["$top", "$objects", "$archiver"])
  func `is an error`(_ name: String) throws {
    var archive = ArchiveText()
    let root = archive.state("1")
    let text = archive.written([("root", root)])
    let broken = text.replacing("<key>\(name)</key>", with: "<key>\(name.dropLast())0</key>")
    #expect(broken != text)
    let list = try unsafe PropertyListSerialization.propertyList(
      from: Data(broken.utf8),
      options: [],
      format: nil
    )
    let binary = try PropertyListSerialization.data(
      fromPropertyList: list,
      format: .binary,
      options: 0
    )
    for bytes in [Array(broken.utf8), Array(binary)] {
      let scanned = Scanned(.document(SecretBytes(copying: bytes), name: "x.plist"))
      #expect(scanned.states.isEmpty)
      #expect(scanned.failures.map(\.beganState) == [true])
    }
  }

  @Test func `is none if it only has a key that looks alike`() {
    let text =
      "<plist version=\"1.0\"><dict><key>$version</key><integer>1</integer>"
      + "<key>x</key><string>NSKeyedArchiver</string></dict></plist>"
    #expect(Scanned(text: text, name: "x.plist").failures.isEmpty)
  }
}
