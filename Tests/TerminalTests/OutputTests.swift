import JSON
import Locks
import POSIX
import Terminal
import TestSupport
import Testing

/// A printer whose two streams are kept.
final class Recorder: Sendable {
  private let written = Mutex<(output: [UInt8], error: [UInt8])>(([], []))
  let isTerminal: Bool
  let width: Int?

  init(isTerminal: Bool = false, width: Int? = nil) {
    self.isTerminal = isTerminal
    self.width = width
  }

  var output: String { written.withLock { String(decoding: $0.output, as: UTF8.self) } }
  var error: String { written.withLock { String(decoding: $0.error, as: UTF8.self) } }

  func printer(
    _ words: Word...,
    environment: [String: String] = [:],
    failing failure: FileFailure? = nil
  ) throws -> Printer {
    let command = try parsed(["version"] + words)
    let output = OutputChannel(isTerminal: isTerminal, width: width) { bytes throws(FileFailure) in
      if let failure { throw failure }
      self.written.withLock { $0.output += bytes }
    }
    let error = OutputChannel(isTerminal: isTerminal, width: width) { bytes throws(FileFailure) in
      self.written.withLock { $0.error += bytes }
    }
    return Printer(
      options: Printer.Options(command, environment: { environment[$0] }),
      output: output,
      error: error
    )
  }
}

@Suite struct `Printing` {
  @Test func `keeps results and everything else apart`() throws {
    let recorder = Recorder()
    let printer = try recorder.printer()
    printer.result("result\n")
    printer.remark("remark")
    printer.warning("odd", hints: ["do this"])
    printer.error("failed")
    #expect(printer.finish() == nil)
    #expect(recorder.output == "result\n")
    #expect(
      recorder.error == """
        remark
        appauth-migrate: warning: odd
                         do this
        appauth-migrate: failed

        """
    )
  }

  @Test func `wraps an error under itself and hints under that`() throws {
    let recorder = Recorder(width: 50)
    try recorder.printer().error(
      "one two three four five six seven",
      hints: ["eight nine ten eleven twelve thirteen"]
    )
    #expect(
      recorder.error == """
        appauth-migrate: one two three four five six seven
                         eight nine ten eleven twelve
                           thirteen

        """
    )
  }

  @Test func `keeps an error on one line where no terminal is`() throws {
    let recorder = Recorder()
    let long = Array(repeating: "word", count: 40).joined(separator: " ")
    try recorder.printer().error(long)
    #expect(recorder.error == "appauth-migrate: \(long)\n")
  }

  @Test func `is quiet or verbose as asked`() throws {
    let quiet = Recorder()
    let printer = try quiet.printer("--quiet")
    printer.remark("remark")
    printer.detail("detail")
    printer.warning("warned")
    printer.error("failed")
    #expect(quiet.error == "appauth-migrate: warning: warned\nappauth-migrate: failed\n")
    let verbose = Recorder()
    try verbose.printer("--verbose").detail("detail")
    #expect(verbose.error == "detail\n")
  }

  @Test(
    arguments: [
      (true, [], [:], true), (false, [], [:], false), (true, ["--plain"], [:], false),
      (true, [], ["NO_COLOR": "1"], false), (true, [], ["NO_COLOR": ""], true),
      (true, [], ["TERM": "dumb"], false),
    ] as [(Bool, [Word], [String: String], Bool)]
  )
  func `is coloured on a terminal only, and only if nobody objects`(
    isTerminal: Bool,
    words: [Word],
    environment: [String: String],
    isColoured: Bool
  ) throws {
    let recorder = Recorder(isTerminal: isTerminal)
    let printer =
      try words.isEmpty
      ? recorder.printer(environment: environment)
      : recorder.printer(words[0], environment: environment)
    printer.warning("odd")
    #expect(printer.paint.isOn == isColoured)
    #expect(recorder.error.contains("\u{1B}[33mwarning:\u{1B}[0m odd") == isColoured)
  }

  @Test func `keeps the first failure to write a result and stops trying`() throws {
    let full = FileFailure(.write, "(standard output)", .system(28))
    let printer = try Recorder().printer(failing: full)
    printer.result("a")
    #expect(printer.finish() == full)
    printer.result("b")
    #expect(printer.finish() == full)
    #expect(full.description.contains("no space left"))
  }

  @Test func `writes a large result in pieces and all of it`() throws {
    let recorder = Recorder()
    let printer = try recorder.printer()
    for _ in 0..<2000 { printer.result(String(repeating: "x", count: 99) + "\n") }
    #expect(recorder.output.utf8.count >= 64 * 1024)
    _ = printer.finish()
    #expect(recorder.output.utf8.count == 200_000)
  }
}

/// A clock that a test moves.
private final class HandClock: Sendable {
  private let now = Mutex(Duration.zero)

  var elapsed: @Sendable () -> Duration { { self.now.withLock { $0 } } }

  func set(_ time: Duration) { now.withLock { $0 = time } }
}

@Suite struct `Progress of long work` {
  @Test func `redraws one line on a terminal, at most ten times a second`() throws {
    let recorder = Recorder(isTerminal: true, width: 80)
    let printer = try recorder.printer(environment: ["NO_COLOR": "1"])
    let clock = HandClock()
    let progress = Progress("revoke", of: 4, on: printer, elapsed: clock.elapsed)
    progress.advance("too early")
    #expect(recorder.error.isEmpty)
    clock.set(.milliseconds(200))
    progress.advance("a41f09c2d7e1")
    #expect(
      recorder.error == "\r\u{1B}[Krevoke     2 of 4 ━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌ a41f09c2d7e1"
    )
    clock.set(.milliseconds(250))
    progress.advance("too soon")
    #expect(!recorder.error.contains("too soon"))
    printer.remark("done")
    #expect(recorder.error.hasSuffix("\r\u{1B}[Kdone\n"))
  }

  @Test func `never wraps, whatever is worked on`() throws {
    let recorder = Recorder(isTerminal: true, width: 40)
    let clock = HandClock()
    let printer = try recorder.printer(environment: ["NO_COLOR": "1"])
    let progress = Progress("audit", on: printer, elapsed: clock.elapsed)
    clock.set(.seconds(1))
    progress.advance(String(repeating: "日", count: 60) + "\n\u{1B}[2J")
    let line = recorder.error.dropFirst(4)
    #expect(DisplayWidth.of(line) <= 39)
    #expect(!line.contains("\n"))
  }

  @Test func `is lines with --plain`() throws {
    let recorder = Recorder(isTerminal: true, width: 80)
    let clock = HandClock()
    let progress = Progress("audit", on: try recorder.printer("--plain"), elapsed: clock.elapsed)
    for second in 0..<12 {
      clock.set(.seconds(second))
      progress.advance(by: 100)
    }
    #expect(
      recorder.error
        == "audit      200 after 1 s\naudit      700 after 6 s\naudit      1,200 after 11 s\n"
    )
  }

  @Test func `is silent in a pipe until the work has taken long, and always with --quiet`() throws {
    let pipe = Recorder()
    let clock = HandClock()
    let progress = Progress("audit", on: try pipe.printer(), elapsed: clock.elapsed)
    clock.set(.seconds(29))
    progress.advance()
    #expect(pipe.error.isEmpty)
    clock.set(.seconds(31))
    progress.advance()
    #expect(pipe.error == "audit      2 after 31 s\n")
    let quiet = Recorder(isTerminal: true)
    let silent = Progress("audit", on: try quiet.printer("-q"), elapsed: { .seconds(100) })
    silent.advance()
    #expect(quiet.error.isEmpty)
  }
}

@Suite struct `A result` {
  private let rendering = Rendering(
    text: { "width \($0.width)\n" },
    json: { .object([("width", 1)]) }
  )

  private func word(_ path: Path) -> Word { Word(path.bytes) }

  @Test func `goes to standard output in the format that was asked for`() throws {
    let recorder = Recorder(width: 120)
    let printer = try recorder.printer()
    try ResultWriter(parsed(["status"]), on: printer).write(rendering)
    try ResultWriter(parsed(["status", "--format=json", "--output=-"]), on: printer).write(
      rendering
    )
    #expect(recorder.output == "width 120\n{\n  \"width\": 1\n}\n")
  }

  @Test func `goes to a file that only its owner can read, and to several reports`() throws {
    let folder = try TemporaryFolder()
    try folder.write("old.json", text: "old", permissions: 0o644)
    let recorder = Recorder(width: 120)
    let output = Word(Array("--output=".utf8) + folder.path.appending("r.txt").bytes)
    let report = Word(Array("--report=json=".utf8) + folder.path.appending("old.json").bytes)
    let again = Word(Array("--report=text=".utf8) + folder.path.appending("t=1.txt").bytes)
    let writer = ResultWriter(
      try parsed(["status", output, report, again]),
      on: try recorder.printer()
    )
    try writer.check()
    try writer.write(rendering)
    #expect(recorder.output.isEmpty)
    #expect(try folder.text("r.txt") == "width 80\n")
    #expect(try folder.text("t=1.txt") == "width 80\n")
    #expect(try folder.text("old.json").hasPrefix("{"))
    #expect(try folder.names() == ["old.json", "r.txt", "t=1.txt"])
    for name in try folder.names() {
      #expect(try folder.directory.status(of: Path(name)).mode & 0o777 == 0o600)
    }
  }

  @Test func `never replaces a link or a device`() throws {
    let folder = try TemporaryFolder()
    try folder.directory.makeLink("link", to: "elsewhere")
    let link = OutputFile(word(folder.path.appending("link")))
    #expect(throws: FileFailure.self) { try link.check() }
    #expect(throws: FileFailure.self) { try link.write([1]) }
    #expect(throws: FileFailure.self) { try OutputFile("/dev/null").write([1]) }
    #expect(throws: FileFailure.self) { try OutputFile(word(folder.path)).check() }
    #expect(try folder.names() == ["link"])
  }

  @Test func `is refused before the work if its folder is missing`() throws {
    let folder = try TemporaryFolder()
    let words = [Word(Array("--output=".utf8) + folder.path.appending("none/r.json").bytes)]
    let writer = ResultWriter(try parsed(["status"] + words), on: try Recorder().printer())
    let failure = try #require(throws: FileFailure.self) { try writer.check() }
    #expect(failure.isNotFound)
  }
}

@Suite struct `A question` {
  private func asking(
    _ answer: String,
    seen: @escaping @Sendable (String) -> Void = { _ in }
  ) -> Consent {
    Consent { question in
      seen(question)
      return .line(answer)
    }
  }

  @Test(arguments: [
    ("y", true), ("yes", true), ("YES\r", true), (" y ", true), ("n", false), ("", false),
    ("yeah", false),
  ])
  func `is answered by a clear yes only`(answer: String, isYes: Bool) throws {
    let shown = Mutex("")
    let confirmation = asking(answer) { text in shown.withLock { $0 += text } }
    #expect(try confirmation.ask("delete 2 states?") == isYes)
    #expect(shown.withLock { $0 } == "delete 2 states? [y/N] ")
  }

  @Test func `can want a word typed`() throws {
    let question = "revoke at this issuer?"
    #expect(
      try asking("https://id.example.com").typed(
        question,
        word: "https://id.example.com",
        instead: ""
      )
    )
    #expect(try !asking("yes").typed(question, word: "https://id.example.com", instead: ""))
  }

  @Test func `without a terminal is an error that names --yes`() throws {
    let nobody = Consent { _ in .noTerminal }
    let failure = try #require(throws: UsageFailure.self) { try nobody.ask("delete?") }
    #expect(failure.reason == .noTerminal)
    #expect(failure.hints.first?.contains("--yes") == true)
  }
}

@Suite struct `Finding the configuration file` {
  private func settings(_ path: Path) throws(UsageFailure) -> Settings {
    let words: [Word] = [
      "login", "--client-id", "flag", Word(Array("--config=".utf8) + path.bytes),
    ]
    return try ConfigurationFile.settings(for: parsed(words))
  }

  @Test func `reads the named one, under the flags`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "c.json",
      text: #"{"issuer": "https://i.example", "client_id": "file"}"#
    )
    let settings = try settings(path)
    #expect(settings.issuer == "https://i.example")
    #expect(settings.clientID == "flag")
  }

  @Test func `a named one that is missing is an error, and a mistake names the file`() throws {
    let folder = try TemporaryFolder()
    let missing = try #require(throws: UsageFailure.self) {
      try settings(folder.path.appending("none.json"))
    }
    #expect(missing.message.contains("no such file"))
    let path = try folder.write("c.json", text: #"{"isuer": 1}"#)
    let wrong = try #require(throws: UsageFailure.self) { try settings(path) }
    #expect(wrong.message.contains("c.json, line 1, column 2: no member 'isuer'"))
  }
}
