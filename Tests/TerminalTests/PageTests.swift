import Terminal
import Testing

@Suite struct `Help` {
  private static let topics: [(String, HelpTopic)] =
    [("help-first-contact", .firstContact), ("help", .all)]
    + CommandID.allCases.map { ("help-" + $0.words.joined(separator: "-"), .command($0)) }

  @Test(arguments: topics)
  func `is what it was, and fits into 80 columns`(name: String, topic: HelpTopic) throws {
    let text = HelpPage(version: "0.0.0").text(topic)
    try Snapshot(name + ".txt").expect(text)
    let examples = Set(Table.standard.commands.flatMap(\.examples).map { "    " + $0.line })
    for line in text.split(separator: "\n") {
      // An example is for copying: it is not broken.
      #expect(DisplayWidth.of(line) <= 80 || examples.contains(String(line)), "\(line)")
      #expect(line.last != " ")
    }
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `is bold only where it is asked to be`() {
    let bold = HelpPage(version: "0.0.0", paint: Paint(isOn: true)).text(.all)
    #expect(bold.hasPrefix("\u{1B}[1mUsage\u{1B}[0m\n"))
  }

  @Test func `follows the terminal within reason`() {
    let wide = HelpPage(version: "0.0.0", width: 300).text(.all)
    #expect(wide.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= 100 })
    let narrow = HelpPage(version: "0.0.0", width: 10).text(.all)
    #expect(narrow.split(separator: "\n").count > wide.split(separator: "\n").count)
  }
}

@Suite struct `The pages made from the table` {
  @Test func `docs/reference.md is up to date`() throws {
    try Snapshot(ofProject: "docs/reference.md").expect(ReferencePage().text)
  }

  @Test func `docs/appauth-migrate.1 is up to date`() throws {
    try Snapshot(ofProject: "docs/appauth-migrate.1").expect(
      ManualPage(version: Version.current).text
    )
  }

  @Test func `the reference names every command, flag and exit code`() {
    let text = ReferencePage().text
    for id in CommandID.allCases { #expect(text.contains("### \(id.rawValue)\n")) }
    for flag in Flag.allCases { #expect(text.contains("--\(flag.rawValue)")) }
    for code in ExitCode.allCases { #expect(text.contains("| \(code.rawValue) | ")) }
  }

  @Test func `the manual page has its sections, every command and every flag`() {
    let text = ManualPage(version: "0.0.0").text
    #expect(text.hasPrefix(".TH \"APPAUTH\\-MIGRATE\" 1 "))
    let sections = text.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
    #expect(
      sections.map { $0.dropFirst(5).dropLast() } == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "FLAGS OF EVERY COMMAND", "EXIT STATUS",
        "FILES", "ENVIRONMENT",
      ]
    )
    for id in CommandID.allCases {
      #expect(text.contains(".SS \"\(id.rawValue.replacing("-", with: "\\-"))"))
    }
    for flag in Flag.allCases {
      #expect(text.contains("\\fB\\-\\-\(flag.rawValue.replacing("-", with: "\\-"))\\fR"))
    }
  }

  @Test func `the manual page has no line that roff would misread`() {
    let requests = [".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".nf", ".fi", ".B", ".I"]
    for line in ManualPage(version: "0.0.0").text.split(separator: "\n") {
      #expect(line.first != "'")
      if line.first == "." {
        #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
      }
      // Every backslash begins an escape that is known.
      var rest = line[...]
      while let slash = rest.firstIndex(of: "\\") {
        let next = rest[rest.index(after: slash)...]
        #expect(["e", "-", "(", "f", "&"].contains(next.first ?? " "), "\(line)")
        rest = next.dropFirst()
      }
    }
  }
}
