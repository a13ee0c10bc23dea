import Terminal
import Testing

private func parse(_ words: [Word]) throws(UsageFailure) -> Invocation {
  try CommandLineParser(.standard).parse(words)
}

private func run(_ words: Word...) throws -> ParsedCommand {
  try parsed(words)
}

private func refused(_ words: [Word]) -> UsageFailure? {
  do throws(UsageFailure) {
    _ = try parse(words)
    return nil
  } catch {
    return error
  }
}

@Suite struct `Reading a command line` {
  @Test func `flags stand anywhere, before and after the command and its paths`() throws {
    let expected = try run("audit", "a", "b", "--fail-on", "low", "--quiet")
    #expect(try run("--quiet", "audit", "a", "--fail-on=low", "b") == expected)
    #expect(try run("--fail-on", "low", "-q", "audit", "a", "b") == expected)
    #expect(expected.arguments == ["a", "b"])
    #expect(expected.string(.failOn) == "low")
    #expect(expected.has(.quiet))
    #expect(!expected.has(.verbose))
  }

  @Test func `short flags take their value apart or attached, and can be bundled`() throws {
    #expect(try run("plan", "d", "-o", "p").string(.output) == "p")
    #expect(try run("plan", "d", "-op").string(.output) == "p")
    #expect(try run("plan", "d", "--output=p").string(.output) == "p")
    let bundled = try run("plan", "d", "-qvop=1")
    #expect(bundled.has(.quiet) && bundled.has(.verbose))
    #expect(bundled.string(.output) == "p=1")
  }

  @Test func `behind two dashes everything is a path`() throws {
    #expect(try run("audit", "--", "--fail-on", "-x").arguments == ["--fail-on", "-x"])
  }

  @Test func `a lone dash is standard input, as argument and as value`() throws {
    #expect(try run("revoke", "-").arguments == ["-"])
    #expect(try run("plan", "d", "-o", "-").string(.output) == "-")
  }

  @Test func `a value may begin with a dash unless it is a flag`() throws {
    #expect(try run("plan", "d", "-o", "-x").string(.output) == "-x")
    #expect(try run("plan", "d", "--output=--yes").string(.output) == "--yes")
    #expect(refused(["plan", "d", "--output", "--quiet"])?.reason == .missingValue)
  }

  @Test func `paths that are not UTF-8 stay as they are`() throws {
    let name = Word([0x66, 0xFF, 0x6F])
    let output = Word(Array("--output=".utf8) + [0xFE])
    let parsed = try run("audit", name, output)
    #expect(parsed.arguments == [name])
    #expect(parsed.word(.output)?.bytes == [0xFE])
  }

  @Test func `lists and choices come apart and add up`() throws {
    let parsed = try run("login", "--scopes", "openid profile", "--scope=email,offline_access")
    #expect(parsed.strings(.scopes) == ["openid", "profile", "email", "offline_access"])
    let audit = try run("audit", "d", "--require=prefs,databases", "--require", "keychain")
    #expect(audit.strings(.require) == ["prefs", "databases", "keychain"])
  }

  @Test func `pairs keep equals signs in their value`() throws {
    let parsed = try run(
      "login",
      "--extra-parameters",
      "prompt=consent",
      "--extra-parameters=a=b=c"
    )
    #expect(
      parsed.pairs(.extraParameters) == [
        NamedValue(name: "prompt", value: "consent"), NamedValue(name: "a", value: "b=c"),
      ]
    )
    #expect(try run("audit", "d", "--report", "json=a=b").words(.report).first?.value == "a=b")
  }

  @Test func `a command of two words is found`() throws {
    #expect(try run("ledger", "show", "--format", "json").command == .ledgerShow)
    #expect(refused(["ledger", "-q"])?.message == "ledger needs a word more: show")
    #expect(try CommandLineParser(.standard).parse(["ledger"]) == .help(.family("ledger")))
    #expect(refused(["ledger", "shwo"])?.message.hasSuffix("did you mean ledger show?") == true)
  }

  @Test func `the same value given twice is once, different ones are an error`() throws {
    #expect(try run("preflight", "--issuer=a", "--issuer=a").string(.issuer) == "a")
    #expect(refused(["preflight", "--issuer=a", "--issuer=b"])?.reason == .repeatedFlag)
    #expect(try run("audit", "d", "-q", "-q").has(.quiet))
  }

  @Test(
    arguments: [
      ([], .firstContact),
      (["--help"], .all),
      (["-h"], .all),
      (["help"], .all),
      (["help", "audit"], .command(.audit)),
      (["help", "ledger", "show"], .command(.ledgerShow)),
      (["audit", "--help"], .command(.audit)),
      (["--help", "plan"], .command(.plan)),
      (["token", "--no-browser", "-h"], .command(.token)),
    ] as [([Word], HelpTopic)]
  )
  func `help is given wherever it is asked for`(words: [Word], topic: HelpTopic) throws {
    #expect(try parse(words) == .help(topic))
  }

  @Test func `--version is the version command`() throws {
    #expect(try run("--version").command == .version)
    #expect(try run("audit", "--version").command == .version)
  }
}

/// A command line that means nothing, with the reason and a part of what is said about it.
private struct Refusal: Sendable, CustomTestStringConvertible {
  let words: [Word]
  let reason: UsageFailure.Reason
  let says: String

  init(_ line: String, _ reason: UsageFailure.Reason, _ says: String) {
    words = line.split(separator: " ").map { Word(String($0)) }
    self.reason = reason
    self.says = says
  }

  var testDescription: String { words.map(\.text).joined(separator: " ") }

  static let all = [
    Refusal("audt dump/", .unknownCommand, "no command 'audt'; did you mean audit?"),
    Refusal("Audit dump/", .unknownCommand, "did you mean audit?"),
    Refusal("lgoin", .unknownCommand, "did you mean login?"),
    Refusal("prefligth", .unknownCommand, "did you mean preflight?"),
    Refusal("frobnicate", .unknownCommand, "appauth-migrate --help"),
    Refusal("help frobnicate", .unknownCommand, "no command 'frobnicate'"),
    Refusal("audit d --formt json", .unknownFlag, "no flag '--formt'; did you mean --format?"),
    Refusal("login --client_id x", .unknownFlag, "did you mean --client-id?"),
    Refusal("audit d --zzzz", .unknownFlag, "no flag '--zzzz'"),
    Refusal("audit d -Z", .unknownFlag, "no flag '-Z'"),
    Refusal("audit d --fail-on", .missingValue, "--fail-on needs a value: --fail-on SEVERITY"),
    Refusal("audit d --fail-on", .missingValue, "one of: critical, high, medium, low, info"),
    Refusal("plan d -o", .missingValue, "-o needs a value: -o FILE"),
    Refusal("audit d --quiet=yes", .unexpectedValue, "--quiet takes no value"),
    Refusal("audit d --fail-on hihg", .wrongValue, "does not know 'hihg'; did you mean high?"),
    Refusal("audit d --format yaml", .wrongValue, "one of: text, json"),
    Refusal("audit d --require prefs,kechain", .wrongValue, "did you mean keychain?"),
    Refusal("audit d --jobs 0", .wrongValue, "a whole number from 1 to 256, not '0'"),
    Refusal("audit d --jobs many", .wrongValue, "not 'many'"),
    Refusal("login --clock-leeway-seconds 301", .wrongValue, "from 0 to 300"),
    Refusal("audit d --report json", .wrongValue, "wants FORMAT=FILE"),
    Refusal("audit d --report yaml=x", .wrongValue, "audit has no format 'yaml'"),
    Refusal("login --endpoints tokn=https://a", .wrongValue, "did you mean token?"),
    Refusal("login --issuer=", .wrongValue, "--issuer is empty"),
    Refusal("login --scopes ,", .wrongValue, "--scopes is empty"),
    Refusal(
      "audit d --no-browser",
      .flagOfAnotherCommand,
      "belongs to migrate, login, step-up, logout"
    ),
    Refusal("revoke d --fail-on low", .flagOfAnotherCommand, "revoke has no --fail-on"),
    Refusal("audit", .missingArgument, "audit needs PATH: a file or folder"),
    Refusal("migrate --yes", .missingArgument, "migrate needs PLAN|PATH"),
    Refusal("completions", .missingArgument, "completions needs SHELL: one of bash, zsh, fish"),
    Refusal("--quiet", .missingArgument, "--quiet needs a command"),
    Refusal("status now", .excessArgument, "status takes no argument, not also 'now'"),
    Refusal("completions bash zsh", .excessArgument, "takes one SHELL"),
    Refusal("completions tcsh", .wrongArgument, "does not know 'tcsh'"),
  ]
}

@Suite struct `A command line that means nothing` {
  @Test(arguments: Refusal.all)
  fileprivate func `is refused with the reason and what to type instead`(
    refusal: Refusal
  ) throws {
    let failure = try #require(refused(refusal.words))
    #expect(failure.reason == refusal.reason)
    let said = ([failure.message] + failure.hints).joined(separator: "\n")
    #expect(said.contains(refusal.says), "\(said)")
    #expect(!failure.message.hasSuffix("."))
    #expect(failure.message.first?.isUppercase == false)
  }

  private static let secret = "Zx81-marker-q7Tn4mVbP0sLkR2w"
  private static let jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW1hcms"

  @Test(arguments: [
    ["revoke", "--token", "SECRET"], ["revoke", "--token=SECRET"],
    ["revoke", "--refresh-token=SECRET"], ["login", "--client-secret", "SECRET"],
    ["login", "--client_secret=SECRET"], ["login", "--password=SECRET"],
    ["SECRET"], ["--SECRET"], ["audit", "d", "--format", "SECRET"],
    ["audit", "d", "--jobs", "SECRET"], ["status", "SECRET"], ["completions", "SECRET"],
    ["ledger", "SECRET"], ["audit", "d", "--require", "prefs,SECRET"],
    ["audit", "d", "--report", "SECRET=x"], ["audit", "d", "--quiet=SECRET"], ["help", "SECRET"],
  ])
  func `never repeats what may be a secret`(words: [String]) throws {
    for secret in [Self.secret, Self.jwt] {
      let failure = try #require(refused(words.map { Word($0.replacing("SECRET", with: secret)) }))
      let said = ([failure.message] + failure.hints).joined(separator: "\n")
      #expect(!said.contains(secret.prefix(8)), "\(said)")
    }
  }

  @Test func `names the way for a secret that was given as a flag`() throws {
    let token = try #require(refused(["revoke", "--refresh-token", "abc"]))
    #expect(token.reason == .secretFlag)
    #expect(token.hints.first?.contains("revoke FILE, or revoke -") == true)
    let password = try #require(refused(["login", "--password=abc"]))
    #expect(password.hints.first?.contains("--key-file") == true)
    #expect(
      refused(["login", "--client-secret", "abc"])?.hints.first?.contains("RFC 8252") == true
    )
  }

  @Test func `does not take a token for a path`() throws {
    #expect(refused(["revoke", Word(Self.jwt)])?.reason == .secretArgument)
    #expect(refused(["revoke", Word("./" + Self.jwt)]) == nil)
  }

  @Test func `shows nothing that a terminal would act on`() throws {
    let failure = try #require(refused(["au\u{1B}[2Jdit\u{202E}\n"]))
    #expect(failure.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
    let flag = try #require(refused(["audit", "d", "--x\u{1B}]0;evil\u{7}"]))
    #expect(!flag.message.contains("\u{1B}"))
  }
}
