import LegacyState
import Secrets
import TestSupport
import Testing

/// The smallest thing that counts as a state.
private func state(_ token: String) -> String {
  #"{"refreshToken":"\#(token)","mLastTokenResponse":{"request":{}}}"#
}

private func quoted(_ json: String) -> String {
  "\"" + json.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

private func escaped(_ json: String) -> String { json.replacing("\"", with: "&quot;") }

/// Removes the states with these numbers and gives the result as text.
private func removing(_ numbers: Int..., from text: String, name: String) throws -> String {
  let content = SecretBytes(copying: text.utf8)
  let scanned = Scanned(.document(content, name: name))
  let chosen = numbers.map { scanned.states[$0] }
  let result = try StateRemoval.removing(chosen, from: content)
  return String(decoding: result.array, as: UTF8.self)
}

@Suite struct `Removing states exactly` {
  @Test(arguments: CorpusFile.withStates)
  func `each state alone leaves all other bytes and states as they are`(
    _ file: CorpusFile
  ) throws {
    try checkEach(of: file, every: 1)
  }

  @Test func `a line of JSON Lines loses nothing but its state`() throws {
    let file = try #require(CorpusFile.all.first { $0.path == "jsonl/fleet.jsonl" })
    try checkEach(of: file, every: 50)
  }

  private func checkEach(of file: CorpusFile, every step: Int) throws {
    let content = try file.bytes
    let before = content.array
    let scanned = try Scanned(file)
    for number in stride(from: 0, to: scanned.states.count, by: step) {
      let state = scanned.states[number]
      let result = try StateRemoval.removing([state], from: content)
      let after = result.array
      let rescanned = Scanned(.document(result, name: file.path))
      var expected = scanned.states.map(\.contentDigest)
      expected.remove(at: number)
      #expect(rescanned.states.map(\.contentDigest) == expected)
      #expect(rescanned.failures.count == scanned.failures.count)
      guard state.confidence == .certain else { continue }

      let prefix = zip(before, after).prefix { $0 == $1 }.count
      let rest = zip(before[prefix...].reversed(), after[prefix...].reversed())
      let suffix = rest.prefix { $0 == $1 }.count
      let left = after[prefix..<after.count - suffix]
      #expect(left.isEmpty || state.source.locator.path.isEmpty, "something was written anew")
      let gone = prefix..<before.count - suffix
      let locator = state.source.locator
      // The first and last byte of what goes may equal the neighbours' that stay.
      #expect(gone.count >= locator.length - 2)
      #expect(gone.count < locator.length + 80)
    }
  }

  @Test(arguments: CorpusFile.withStates)
  func `all states at once leave a file without any`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    let result = try StateRemoval.removing(scanned.states, from: file.bytes)
    let rescanned = Scanned(.document(result, name: file.path))
    #expect(rescanned.states.isEmpty)
    #expect(rescanned.failures.isEmpty)
    let tokens = scanned.states.flatMap(\.tokens).map(\.secret)
    #expect(ResidueSearch(tokens: tokens).occurrences(in: result).isEmpty)
  }

  @Test func `a member goes with one comma, wherever it stands`() throws {
    let a = state("a"), b = state("b")
    func check(_ before: String, _ after: String, _ numbers: Int...) throws {
      let content = SecretBytes(copying: before.utf8)
      let states = Scanned(.document(content, name: "x.json")).states
      let result = try StateRemoval.removing(numbers.map { states[$0] }, from: content)
      #expect(String(decoding: result.array, as: UTF8.self) == after)
    }
    try check(#"{"x":1, "s" : \#(a) , "y":2}"#, #"{"x":1 , "y":2}"#, 0)
    try check(#"{ "s":\#(a),"y":2 }"#, #"{ "y":2 }"#, 0)
    try check(#"{ "x":1,"s":\#(a) }"#, #"{ "x":1 }"#, 0)
    try check(#"{ "s":\#(a) }"#, "{  }", 0)
    try check("[\(a),\(b),3]", "[\(b),3]", 0)
    try check("[\(a),\(b),3]", "[3]", 0, 1)
    try check("[3,\(a),\(b)]", "[3]", 0, 1)
    try check("[\(a),3,\(b)]", "[3]", 1, 0)
    try check("[\n  \(a),\n  \(b)\n]\n", "[\n  \n]\n", 0, 1)
    try check("[\n  \(a),\n  \(b)\n]\n", "[\n  \(b)\n]\n", 0)
    try check("\u{FEFF} \(a)\r\n", "\u{FEFF} {}\r\n", 0)
    try check(quoted(a), #""{}""#, 0)
  }

  @Test func `a state inside a string goes with its member, a part of a string is written anew`()
    throws
  {
    let a = state("a/b"), b = state("b")
    #expect(
      try removing(0, from: #"{"s":\#(quoted(a)),"t":"\u0041"}"#, name: "x.json")
        == #"{"t":"\u0041"}"#
    )
    let inner = #"{"list":[\#(a),\#(b)],"é":"\n"}"#
    #expect(
      try removing(0, from: #"{"s":\#(quoted(inner)),"t":"\u0041"}"#, name: "x.json")
        == #"{"s":\#(quoted(#"{"list":[\#(b)],"é":"\n"}"#)),"t":"\u0041"}"#
    )
    #expect(
      try removing(0, 1, from: #"{"s":\#(quoted(inner)),"t":"\u0041"}"#, name: "x.json")
        == #"{"s":\#(quoted(#"{"list":[],"é":"\n"}"#)),"t":"\u0041"}"#
    )
  }

  @Test func `a string in a string is written anew through all its wrappings`() throws {
    let inner = quoted(#"[\#(state("a")),1]"#)
    #expect(try removing(0, from: quoted(inner), name: "x.json") == quoted(quoted("[1]")))
    let whole = #"{"s":\#(quoted(quoted(state("a")))),"t":1}"#
    #expect(try removing(0, from: whole, name: "x.json") == #"{"t":1}"#)
    let line = "{\"s\":\(quoted(inner))}\n\(quoted(quoted(state("b"))))\n"
    #expect(
      try removing(0, 1, from: line, name: "x.jsonl") == "{\"s\":\(quoted(quoted("[1]")))}\n"
    )
  }

  @Test func `an element of preferences goes with its line and nothing else`() throws {
    let a = escaped(state("a")), b = escaped(state("b"))
    let before = """
      <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
      <map>
          <string name="odd">&#1;&amp;'</string>
          <string name="a">\(a)</string>
          <set name="b">
              <string>\(b)</string>
              <string>x</string>
          </set>
          <int name="n" value="1" />
      </map>

      """
    #expect(
      try removing(0, from: before, name: "x.xml")
        == before.replacing("    <string name=\"a\">\(a)</string>\n", with: "")
    )
    #expect(
      try removing(1, from: before, name: "x.xml")
        == before.replacing("        <string>\(b)</string>\n", with: "")
    )
    #expect(
      try removing(0, 1, from: before.replacing("\n", with: "\r\n"), name: "x.xml")
        == before.replacing("    <string name=\"a\">\(a)</string>\n", with: "")
        .replacing("        <string>\(b)</string>\n", with: "").replacing("\n", with: "\r\n")
    )
  }

  @Test func `a set that loses its last string stays, empty`() throws {
    let before = "<map>\n<set name=\"s\">\n<string>\(escaped(state("a")))</string>\n</set>\n</map>"
    #expect(
      try removing(0, from: before, name: "x.xml") == "<map>\n<set name=\"s\">\n</set>\n</map>"
    )
  }

  @Test func `preferences on one line lose only the element`() throws {
    let a = escaped(state("a"))
    #expect(
      try removing(
        0,
        from: "<map><int name=\"n\" value=\"1\"/><string name=\"a\">\(a)</string></map>",
        name: "x.xml"
      ) == "<map><int name=\"n\" value=\"1\"/></map>"
    )
  }

  @Test func `a list in a preference keeps its other entries, written as Android writes them`()
    throws
  {
    let a = state("a")
    let before = "<map>\n  <string name=\"l\">\(escaped("[\(a),\"<&>\u{1}'é\"]"))</string>\n</map>"
    let raw = before.replacing("<&>", with: "&lt;&amp;&gt;").replacing("\u{1}", with: "\\u0001")
    #expect(
      try removing(0, from: raw, name: "x.xml")
        == "<map>\n  <string name=\"l\">[&quot;&lt;&amp;&gt;\\u0001'é&quot;]</string>\n</map>"
    )
  }

  @Test func `a line that is the state goes whole`() throws {
    let before = "\(state("a"))\n{\"x\":1}\r\n\(state("b"))"
    #expect(try removing(0, from: before, name: "x.jsonl") == "{\"x\":1}\r\n\(state("b"))")
    #expect(try removing(1, from: before, name: "x.jsonl") == "\(state("a"))\n{\"x\":1}\r\n")
    #expect(try removing(0, 1, from: before, name: "x.jsonl") == "{\"x\":1}\r\n")
  }

  @Test func `a line that holds the state loses the member`() throws {
    let before = "{\"d\":1,\"state\":\(state("a"))}\n{\"d\":2,\"state\":\(quoted(state("b")))}\n"
    #expect(
      try removing(0, 1, from: before, name: "x.jsonl") == "{\"d\":1}\n{\"d\":2}\n"
    )
  }
}

@Suite struct `Refusing to remove` {
  private func refusal(
    _ states: [LegacyAuthState],
    _ text: String
  ) -> RemovalFailure? {
    do throws(RemovalFailure) {
      _ = try StateRemoval.removing(states, from: SecretBytes(copying: text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `a state that has changed since it was found`() throws {
    let before = #"{"s":\#(state("a")),"t":\#(state("b"))}"#
    let states = Scanned(text: before, name: "x.json").states
    let changed = before.replacing("\"a\"", with: "\"c\"")
    #expect(refusal([states[0]], changed) == .changed(states[0].source.locator))
    #expect(refusal([states[1]], changed) == nil)
    #expect(refusal([states[1], states[1]], before) == .changed(states[1].source.locator))
    #expect(refusal([states[0]], "{}") == .changed(states[0].source.locator))
  }

  @Test func `a file that cannot be read any more`() throws {
    let before = #"{"s":\#(state("a"))}"#
    let states = Scanned(text: before, name: "x.json").states
    guard case .unreadable(let reason) = refusal(states, String(before.dropLast())) else {
      Issue.record("not refused")
      return
    }
    #expect(reason.contains("ends inside"))
  }
}
