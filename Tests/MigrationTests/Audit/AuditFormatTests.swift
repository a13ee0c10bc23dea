import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `The formats of an audit` {
  private static let corpus = LegacyScanner.Input.bytesOfPath(CorpusFile.folder.bytes)

  /// What a dump may have where a word is expected.
  private static let evil =
    "\u{1B}[31m\u{202E}</script><script>alert(1)</script>&\"'](javascript:x)|`=1+1,\r\n@a \u{FFFE}www.x"

  private var hostile: AuditContents {
    let draft = StateDraft {
      $0.request["clientId"] = .string("=\(Self.evil)")
      $0.tokenRequest = [:]
      $0.configuration["discoveryDoc"] = ["issuer": .string("https://id.example.com/\(Self.evil)")]
      $0.request["redirectUri"] = .string("x\(Self.evil):/")
      $0.request["responseType"] = .string("code\(Self.evil)")
    }
    return audit([
      .document(SecretBytes(copying: draft.text.utf8), name: "+\(Self.evil).json"),
      .document(SecretBytes(copying: "{\"mLastTokenResponse\":{".utf8), name: "-\(Self.evil).json"),
    ]).report.contents()
  }

  private func json(_ text: String) throws -> JSONValue {
    try JSONDocument(parsing: SecretBytes(copying: text.utf8)).root
  }

  private func python(_ script: String, _ input: String) async throws -> String {
    let run = try await ChildProcess.run(
      "python3",
      arguments: ["-I", "-X", "utf8", "-c", script],
      input: Array(input.utf8)
    )
    return String(decoding: run.output + run.error, as: UTF8.self)
  }

  @Test func `are the same twice, whether the states wait in memory or in a file`() throws {
    let once = audit([Self.corpus, Self.corpus]).report.contents()
    var options = AuditOptions(version: "9.9.9")
    options.clock = AuditClock(standingAt: 1_796_083_200)
    options.bytesInMemory = 1000
    options.exactTokens = 10
    let again = try Audit(options: options).contents([Self.corpus, Self.corpus])
    #expect(once.summary.states > 500)
    for format in AuditFormat.allCases {
      #expect(once.text(format) == again.text(format), "\(format)")
      #expect(again.text(format) == again.text(format), "\(format)")
    }
    let texts = try [once, again].map {
      try AuditText($0, threshold: .high, paths: ["d"], isVerbose: true).lines()
    }
    #expect(texts[0] == texts[1])
  }

  @Test func `count a token in several places as one credential, seen exactly or not`() throws {
    let folder = try TemporaryFolder()
    for number in 0..<40 {
      let text = StateDraft {
        $0.top["refreshToken"] = .string("refresh-token-number-\(number % 30)")
      }
      .text
      try folder.write(Path("\(number).json"), text: text)
    }
    var options = AuditOptions(version: "9.9.9")
    options.exactTokens = 4
    let contents = try Audit(options: options).contents([.bytesOfPath(folder.path.bytes)])
    #expect(contents.summary.states == 40)
    #expect(contents.summary.credentials == 30)
    #expect(contents.summary.refreshTokens == 30)
    let shared = try json(contents.text(.json))["findings"]?.elements.filter {
      $0["rule"]?.string() == "AM109" && $0["message"]?.string()?.hasPrefix("the refresh") == true
    }
    #expect(shared?.count == 20)
  }

  @Test func `list in each state's findings what only the end of the run tells`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", text: StateDraft().text)
    try folder.write("b.json", text: StateDraft().text)
    let contents = try Audit(options: AuditOptions(version: "1")).contents([
      .bytesOfPath(folder.path.bytes)
    ])
    for state in try #require(try json(contents.text(.json))["states"]).elements {
      #expect(state["findings"]?.stringArray()?.contains("AM109") == true)
    }
  }

  @Test func `json is laid out with two blanks a level, like every other document`() async throws {
    let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/audit-1.json"))
    let script = """
      import json, sys
      text = sys.stdin.buffer.read().decode()
      again = json.dumps(json.loads(text), indent=2).splitlines()
      lines = text.splitlines()
      indent = lambda line: len(line) - len(line.lstrip(" "))
      print(list(map(indent, lines)) == list(map(indent, again)), lines[-1], text[-2:] == "}\\n")
      """
    for contents in [audit([Self.corpus]).report.contents(), hostile, audit(text: "{}").contents()]
    {
      let text = contents.text(.json)
      #expect(schema.faults(in: try json(text)) == [])
      #expect(try await python(script, text) == "True } True\n")
    }
  }

  @Test func `jsonl has one object a line, each by its schema, and the summary last`() throws {
    let schemas = try JSONDocument(
      parsing: File.open(BuiltTool.package.appending("docs/schemas/audit-lines-1.json"))
        .readAll(limit: 1 << 20)
    ).root
    for contents in [audit([Self.corpus]).report.contents(), hostile] {
      let lines = contents.text(.jsonLines).split(separator: "\n").map(String.init)
      let values = try lines.map(json)
      for value in values {
        let type = try #require(value["type"]?.string())
        let schema = SchemaCheck(schema: try #require(schemas["types"]?[type]))
        #expect(schema.faults(in: value) == [])
      }
      #expect(values.first?["type"]?.string() == "audit")
      #expect(values.last?["type"]?.string() == "summary")
      let states = values.filter { $0["type"]?.string() == "state" }
      #expect(states.count == contents.summary.states)
    }
  }

  @Test func `sarif keeps to the schema of SARIF 2-1-0, and names rules and places`() throws {
    let schema = try DraftSchema(
      BuiltTool.package.appending("Tests/MigrationTests/Fixtures/sarif-schema-2.1.0.json")
    )
    for contents in [audit([Self.corpus]).report.contents(), hostile, audit(text: "{}").contents()]
    {
      let document = try json(contents.text(.sarif))
      #expect(schema.faults(in: document) == [])
      let run = try #require(document["runs"]?[0])
      let rules = try #require(run["tool"]?["driver"]?["rules"]).elements
      #expect(rules.allSatisfy { $0["help"]?["text"]?.string()?.isEmpty == false })
      for result in try #require(run["results"]).elements {
        let number = try #require(result["ruleIndex"]?.int())
        #expect(rules[Int(number)]["id"]?.string() == result["ruleId"]?.string())
        // GitHub refuses the whole file for one result without a place.
        let place = try #require(result["locations"]?[0]?["physicalLocation"])
        let uri = try #require(place["artifactLocation"]?["uri"]?.string())
        #expect(uri.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x3C })
        let prints = try #require(result["partialFingerprints"])
        let state = prints["stateId/v1"]?.string()
        #expect(state?.hasPrefix("st_") == true || prints["place/v1"]?.string()?.count == 32)
      }
    }
    #expect(schema.faults(in: try json(#"{"version":"2.1.0","runs":[{"results":3}]}"#)).count == 2)
  }

  @Test func `sarif gives what is about a document its place and a fingerprint that stays`() throws
  {
    let sealed =
      "<map><string name=\"__androidx_security_crypto_encrypted_prefs_key_keyset__\">12a9</string>"
      + "<string name=\"__androidx_security_crypto_encrypted_prefs_value_keyset__\">12a9</string></map>"
    var tar = TarFile()
    tar.add("com.example.app/shared_prefs/a.xml", text: sealed)
    tar.add("com.example.app/shared_prefs/b.xml", text: sealed)
    let input = LegacyScanner.Input.document(SecretBytes(copying: tar.bytes), name: "a b.tar")
    let results = try (0..<2).map { _ in
      try json(audit([input]).report.contents().text(.sarif))["runs"]?[0]?["results"]?.elements
        ?? []
    }
    #expect(results[0].map { $0["ruleId"]?.string() } == ["AM401", "AM401"])
    let place = results[0][0]["locations"]?[0]
    #expect(place?["physicalLocation"]?["artifactLocation"]?["uri"]?.string() == "a%20b.tar")
    let name = place?["logicalLocations"]?[0]?["fullyQualifiedName"]?.string()
    #expect(name == "com.example.app/shared_prefs/a.xml")
    let prints = results.map { $0.map { $0["partialFingerprints"]?["place/v1"]?.string() ?? "" } }
    #expect(prints[0] == prints[1])
    #expect(Set(prints[0]).count == 2)
  }

  @Test func `say why an audit is not complete, and sarif with the code that it ends with`() throws
  {
    let open = audit([.document(SecretBytes(copying: "{}".utf8), name: "a.json")]) {
      $0.expectedApps = ["com.example.app"]
    }.report.contents()
    let words = "the app com.example.app is not in the input"
    for format in AuditFormat.allCases {
      #expect(open.text(format).replacing("\\", with: "").contains(words), "\(format)")
    }
    #expect(try json(open.text(.json))["unmet"]?.stringArray() == [words])
    let run = try json(open.text(.sarif))["runs"]?[0]?["invocations"]?[0]
    #expect(run?["executionSuccessful"]?.bool() == false)
    #expect(run?["exitCode"]?.int() == 3)
    let done = try json(audit(text: "{}").contents().text(.sarif))["runs"]?[0]?["invocations"]?[0]
    #expect(done?["executionSuccessful"]?.bool() == true)
    #expect(done?["exitCode"]?.int() == 0)
    #expect(try json(audit(text: "{}").contents().text(.json))["unmet"]?.elements.isEmpty == true)
  }

  @Test func `html stands each cell under the name of its column, numbers under theirs`() throws {
    let html = audit([Self.corpus]).report.contents().text(.html)
    let columns = [
      "Credential", "Issuer and client", "Library", "Findings", "Place", "Status", "Why",
    ]
    for column in columns { #expect(html.contains("<td data-label=\"\(column)\"")) }
    #expect(!html.contains("<td>"))
    #expect(html.contains("<th scope=\"col\" class=\"n\">Findings</th>"))
    #expect(html.contains("<h2 id=\"t-states\">States</h2>"))
    #expect(html.contains("<table aria-labelledby=\"t-states\">"))
    #expect(!html.contains(#/<td[^>]*>[0-9]{4,}</#))
  }

  @Test func `sarif leads to a file whose name is no text`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Path(bytes: Array("a ".utf8) + [0xFF, 0xC3, 0xA9]), text: StateDraft().text)
    try folder.write(Path(bytes: [0xFE]), text: "{\"mLastTokenResponse\":{")
    let contents = audit([.bytesOfPath(folder.path.bytes)]).report.contents()
    let results = try json(contents.text(.sarif))["runs"]?[0]?["results"]?.elements ?? []
    let uris = results.map {
      $0["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]?.string() ?? ""
    }
    #expect(uris.contains { $0.hasSuffix("/a%20%FF%C3%A9") })
    #expect(results.last?["ruleId"]?.string() == "AM402")
    #expect(uris.last?.hasSuffix("/%FE") == true)
  }

  @Test func `sarif says where the state begins`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a b.json", text: "   " + StateDraft().text)
    let contents = audit([.bytesOfPath(folder.path.bytes)]).report.contents()
    let place = try json(contents.text(.sarif))["runs"]?[0]?["results"]?[0]?["locations"]?[0]?[
      "physicalLocation"
    ]
    #expect(place?["artifactLocation"]?["uri"]?.string()?.hasPrefix("file:///") == true)
    #expect(place?["artifactLocation"]?["uri"]?.string()?.hasSuffix("/a%20b.json") == true)
    #expect(place?["region"]?["byteOffset"]?.int() == 3)
  }

  @Test func `csv is read back with as many cells in every record, and no formula`() async throws {
    let script = """
      import csv, sys, io
      rows = list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode(), newline=""), strict=True))
      print(len({len(row) for row in rows}), sum(row[0] == "finding" for row in rows),
        [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\\t", "\\r")])
      """
    for contents in [audit([Self.corpus]).report.contents(), hostile] {
      let text = contents.text(.csv)
      let findings = contents.summary.bySeverity.values.reduce(0, +)
      #expect(try await python(script, text) == "1 \(findings) []\n")
      #expect(text.hasPrefix("record,severity,rule,"))
    }
    #expect(hostile.text(.csv).contains("'="))
  }

  @Test func `junit is well-formed and counts what it has`() async throws {
    let script = """
      import sys, xml.etree.ElementTree as tree
      root = tree.fromstring(sys.stdin.buffer.read())
      for node in [root, *root]:
        count = lambda what: sum(1 for _ in node.iter(what))
        print([int(node.get(name)) == count(what) for name, what in [("tests", "testcase"),
          ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] if node is not root or
          name != "skipped"])
      # What the xUnit plugin's junit-10.xsd allows at the root.
      print(sorted(set(root.keys()) - {"name", "time", "tests", "failures", "disabled", "errors"}))
      """
    let right =
      "[True, True, True]\n" + String(repeating: "[True, True, True, True]\n", count: 2) + "[]\n"
    for contents in [audit([Self.corpus]).report.contents(), hostile, audit(text: "{}").contents()]
    {
      #expect(try await python(script, contents.text(.junit)) == right)
    }
  }

  @Test func `html is well-formed, runs nothing, loads nothing and has only its own style`()
    async throws
  {
    let script = """
      import sys, base64, hashlib, re
      from html.parser import HTMLParser
      open_tags, names, wrong = [], set(), []
      class Parser(HTMLParser):
        def handle_starttag(self, tag, attributes):
          names.update({tag}, (tag + "@" + name for name, _ in attributes))
          if tag not in ("meta", "br"): open_tags.append(tag)
        def handle_endtag(self, tag):
          if not open_tags or open_tags.pop() != tag: wrong.append(tag)
      text = sys.stdin.buffer.read().decode()
      Parser().feed(text)
      style = re.search("<style>(.*?)</style>", text, re.S).group(1)
      digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
      allowed = {"html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "strong", "table",
        "div", "thead", "tbody", "tr", "th", "td", "span", "ul", "li", "br"}
      print(open_tags, wrong, {n for n in names if "@" not in n} - allowed,
        [n for n in names if "@on" in n or n.endswith(("@style", "@src", "@href"))],
        f"style-src 'sha256-{digest}'" in text)
      """
    for contents in [audit([Self.corpus]).report.contents(), hostile, audit(text: "{}").contents()]
    {
      #expect(try await python(script, contents.text(.html)) == "[] [] set() [] True\n")
    }
  }

  @Test func `markdown has whole tables, and nothing of the input is markup`() {
    let text = hostile.text(.markdown)
    #expect(!text.contains("<script"))
    #expect(!text.contains("](javascript"))
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix(" |") }
    let columns = rows.map { row in row.replacing("\\|", with: "").count { $0 == "|" } }
    #expect(rows.count > 10)
    // Issuers and clients have five columns.
    #expect(columns.allSatisfy { [3, 5, 6].contains($0) })
  }

  @Test(arguments: AuditFormat.allCases)
  func `have no character that steers a terminal or turns the reading`(_ format: AuditFormat) {
    let text = hostile.text(format)
    #expect(text.utf8.count > 500)
    for scalar in text.unicodeScalars where !["\n", "\r"].contains(scalar) {
      let category = scalar.properties.generalCategory
      // A noncharacter steers nothing; programs get it as it is.
      let isExact = scalar.value & 0xFFFE == 0xFFFE && [.json, .jsonLines].contains(format)
      #expect(
        isExact || ![.control, .format, .unassigned].contains(category),
        "U+\(String(scalar.value, radix: 16))"
      )
    }
    #expect(format == .csv || !text.contains("\r"))
  }
}
