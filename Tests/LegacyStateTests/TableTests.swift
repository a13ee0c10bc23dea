import LegacyState
import Secrets
import TestSupport
import Testing

private func state(_ token: String) -> String {
  #"{"refreshToken":"\#(token)","scope":"a,b;c","mLastTokenResponse":{"request":{}}}"#
}

private func doubled(_ text: String) -> String {
  "\"" + text.replacing("\"", with: "\"\"") + "\""
}

private func backslashed(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

@Suite struct `Tables that keep to no standard` {
  @Test(arguments: [
    (
      "1,\(doubled(state("rt-1"))),x\n2,\(doubled(state("rt-2"))),y\n",
      "1,,x\n2,\(doubled(state("rt-2"))),y\n"
    ),
    (
      "1;\(doubled(state("rt-1")));x\r\n2;\(doubled(state("rt-2")));y\r\n",
      "1;;x\r\n2;\(doubled(state("rt-2")));y\r\n"
    ),
    ("1\t\(state("rt-1"))\n2\t\(state("rt-2"))\n", "1\t\n2\t\(state("rt-2"))\n"),
    ("1;\(state("rt-1"))\n2;\(state("rt-2"))\n", "1;\n2;\(state("rt-2"))\n"),
    ("1,\(state("rt-1")),z\n2,\(state("rt-2")),z", "1,,z\n2,\(state("rt-2")),z"),
    (
      "1,\(backslashed(state("rt-1")))\n2,\(backslashed(state("rt-2")))\n",
      "1,\n2,\(backslashed(state("rt-2")))\n"
    ),
  ])
  func `have no header, and columns by number`(_ text: String, _ rest: String) throws {
    let content = SecretBytes(copying: text.utf8)
    let scanned = Scanned(.document(content, name: "x.csv"))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.source.locator.path) == [[.index(1)], [.index(1)]])
    #expect(scanned.states.map(\.source.locator.line) == [1, 2])
    #expect(scanned.states.map(\.removal) == [.exact, .exact])
    let result = try StateRemoval.removing([scanned.states[0]], from: content)
    #expect(String(decoding: result.array, as: UTF8.self) == rest)
  }

  @Test func `a part of a cell with backslashes is written as it was`() throws {
    let text = "id,s\n1,\(backslashed("[\(state("rt-1")),\(state("rt-2"))]"))\n"
    let content = SecretBytes(copying: text.utf8)
    let states = Scanned(.document(content, name: "x.csv")).states
    let result = try StateRemoval.removing([states[0]], from: content)
    #expect(
      String(decoding: result.array, as: UTF8.self)
        == "id,s\n1,\(backslashed("[\(state("rt-2"))]"))\n"
    )
  }

  @Test(
    arguments: [
      ("2,\"never closed", [.exact]), ("2,\"open,x\n3,\(doubled(state("rt-3")))\n", [.exact, .no]),
      ("2,\"open \(state("rt-2").replacing("\"", with: "\"\""))\n3,x\n", [.exact, .no]),
    ] as [(String, [LegacyAuthState.Removal])]
  )
  func `a quote that nothing closes is an error by its line, and the rest is read`(
    _ tail: String,
    _ removals: [LegacyAuthState.Removal]
  ) throws {
    let text = "id,state\n1,\(doubled(state("rt-1")))\n" + tail
    let scanned = Scanned(text: text, name: "x.csv")
    #expect(scanned.states.map(\.removal) == removals)
    #expect(scanned.failures.map(\.locator?.line) == [3])
    #expect(scanned.failures.first?.description.contains("nothing closes") == true)
  }

  @Test func `without a mark the same is nobody's business`() {
    #expect(Scanned(text: "id,state\n1,\"open\n", name: "x.csv").failures.isEmpty)
  }
}
