import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// `request` is a small curl that has the session.
@Suite(.timeLimit(.minutes(10))) struct `A request on the command line` {
  private let world: DemoWorld
  private let api: String
  private let origin: [String]

  init() async throws {
    world = try await DemoWorld()
    api = world.provider.url(of: .api)
    origin = ["--protected-origins", "http://127.0.0.1:\(world.provider.port)"]
    #expect(try await world.run(["login"]).code == 0)
  }

  private func request(
    _ words: [String] = [],
    path: String = "",
    input: String = ""
  ) async throws -> BuiltTool.Run {
    try await world.run(["request", api + path] + origin + words, input: Array(input.utf8))
  }

  private func json(_ bytes: [UInt8]) throws -> JSONValue {
    try JSONDocument(parsing: SecretBytes(copying: bytes)).root
  }

  @Test func `prints the body alone, and says 0 for success`() async throws {
    let run = try await request()
    #expect(run.code == 0, "\(run.error)")
    #expect(try json(run.outputBytes)["sub"]?.string() == "sub-demo")
    #expect(run.error.isEmpty)
  }

  @Test func `sends method, headers and a body from standard input or a file`() async throws {
    let piped = try await request(
      ["--request", "PUT", "--header", "X-Note: seen", "--data", "-"],
      input: "piped"
    )
    let first = try json(piped.outputBytes)
    #expect(first["method"]?.string() == "PUT" && first["body"]?.string() == "piped")
    #expect(first["note"]?.string() == "seen")
    _ = try world.home.folder.write("body.txt", text: "from a file")
    let second = try json(try await request(["--data", "body.txt"]).outputBytes)
    #expect(second["method"]?.string() == "POST" && second["body"]?.string() == "from a file")
  }

  @Test(arguments: [302, 404, 500])
  func `shows the body of every answer, and says 1 for another status`(status: Int) async throws {
    world.provider.inject(
      DemoFault(
        .api,
        .answer(DemoAnswer(status: status, headers: ["Location": "https://a.example/"], body: "no"))
      )
    )
    let run = try await request(["-i"])
    #expect(run.code == 1, "\(run.error)")
    #expect(run.output.hasPrefix("\(status)\n") && run.output.hasSuffix("\n\nno"))
    #expect(run.output.contains("location: https://a.example/\n"))
    #expect(run.error.contains("\(status)"))
  }

  @Test func `goes to no origin that is not named, and says which one`() async throws {
    let run = try await world.run(["request", api, "--protected-origins", "https://a.example"])
    #expect(run.code == 2)
    #expect(run.error.contains("http://127.0.0.1:\(world.provider.port) is not among"))
    #expect(run.error.contains("--protected-origins"))
    let none = try await world.run(["request", api])
    #expect(none.code == 2 && none.error.contains("protected_origins is empty"))
    #expect(world.provider.counts[.api] == nil)
  }

  @Test(arguments: [
    ["--header", "Authorization: Bearer HIDDEN-7x3q9"], ["--header", "no-colon-HIDDEN"],
    ["--header", "X: a\r\nY: HIDDEN"], ["--request", "get"], ["--data", "missing.txt"],
  ])
  func `is refused where it cannot be meant, without a word of the header`(
    words: [String]
  ) async throws {
    let run = try await request(words)
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(!run.error.contains("HIDDEN"))
    #expect(world.provider.counts[.api] == nil)
  }

  @Test func `writes to a new file for its owner, and over none`() async throws {
    let run = try await request(["--output", "answer.json"])
    #expect(run.code == 0 && run.output.isEmpty, "\(run.error)")
    #expect(try world.home.folder.text("answer.json").contains("sub-demo"))
    let file = try world.home.folder.directory.status(of: "answer.json")
    #expect(file.mode & 0o777 == 0o600)
    let again = try await request(["--output", "answer.json"])
    #expect(again.code == 2, "\(again.error)")
    #expect(world.provider.counts[.api] == 1)
  }

  @Test func `is one document for programs, whatever the body is`() async throws {
    var answer = DemoAnswer(status: 418, headers: ["X-A": "1"])
    answer.body = [0xFF, 0x00, 0x0A]
    world.provider.inject(DemoFault(.api, .answer(answer), times: 1))
    let run = try await request(["--format", "json"])
    #expect(run.code == 1)
    let root = try json(run.outputBytes)
    #expect(root["status"]?.int() == 418)
    #expect(root["body"]?.isNull == true && root["body_hex"]?.string() == "ff000a")
    let text = try json(try await request(["--format", "json"]).outputBytes)
    #expect(text["body"]?.string()?.contains("sub-demo") == true)
  }

  @Test func `that wants a step-up says how, and then works`() async throws {
    let refused = try await request(path: "/step-up")
    #expect(refused.code == 5 && refused.output.isEmpty)
    let hint = "step-up"
    #expect(refused.error.contains("appauth-migrate \(hint)"), "\(refused.error)")
    #expect(refused.error.contains("--acr-values urn:demo:strong --max-age 300"))
    let words = "step-up --acr-values urn:demo:strong --max-age 300"
    let stepUp = try await world.run(words.split(separator: " ").map(String.init))
    #expect(stepUp.code == 0, "\(stepUp.error)")
    #expect(try await request(path: "/step-up").code == 0)
    #expect(world.provider.grants.suffix(2).map(\.isLive) == [false, true])
  }

  @Test func `whose challenge repeats a token shows nothing of it`() async throws {
    let token = "at-07cgitpCqKKtALFCKtrSP75h22ZpjaPb"
    let challenge = "Bearer error=\"insufficient_user_authentication\", acr_values=\"\(token)\""
    let answer = DemoAnswer(status: 401, headers: ["WWW-Authenticate": challenge])
    world.provider.inject(DemoFault(.api, .answer(answer)))
    for flags in [[], ["--verbose"], ["--format", "json"]] {
      let run = try await request(flags)
      #expect(run.code == 5)
      #expect(!(run.output + run.error).contains(token))
    }
  }

  @Test func `without an answer may be repeated, and not before its time`() async throws {
    world.provider.inject(DemoFault(.api, .answer(.busy(retryAfter: "4000")), times: 1))
    let run = try await request(["--format", "json"])
    #expect(run.code == 4, "\(run.error)")
    #expect(try json(run.outputBytes)["retry_at"]?.string()?.hasPrefix("20") == true)
    #expect(try await request().code == 4)
    #expect(world.provider.counts[.api] == 1)
    let down = try await world.run([
      "request", "http://127.0.0.1:9/", "--request", "POST", "--protected-origins",
      "http://127.0.0.1:9",
    ])
    #expect(down.code == 4, "\(down.error)")
  }

  @Test(arguments: ["INT", "TERM"])
  func `ends with a signal, and the session stays`(signal: String) async throws {
    world.provider.inject(DemoFault(.api, .delay(.seconds(30)), times: 1))
    let script = """
      set -m; "$0" "$@" & tool=$!
      until [ -e sent ]; do sleep 0.05; done
      kill -\(signal) $tool; wait $tool
      """
    async let run = BuiltTool(executable: "/bin/bash").run(
      ["-c", script, BuiltTool.command.executable.text, "request", api] + origin,
      in: world.home
    )
    for _ in 0..<2000 where world.provider.counts[.api] == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    _ = try world.home.folder.write("sent", text: "")
    let ended = try await run
    #expect(ended.code == 3, "\(ended.error)")
    #expect(ended.error.contains("may have arrived"))
    #expect(try await request().code == 0)
  }

  @Test func `after sign-out asks for a sign-in`() async throws {
    #expect(try await world.run(["logout"]).code == 0)
    let run = try await request()
    #expect(run.code == 5 && run.error.contains("appauth-migrate login"))
  }
}
