import Terminal
import Testing

@Suite struct `A command that is offered next` {
  private func parsed(_ words: Word...) throws -> ParsedCommand {
    guard case .run(let command) = try CommandLineParser(.standard).parse(words) else {
      throw UsageFailure(.wrongArgument, "no command")
    }
    return command
  }

  @Test(arguments: [
    ("dump/a-b_c.d", "dump/a-b_c.d"), ("my dump", "'my dump'"), ("it's", #"'it'\''s'"#),
    ("$HOME", "'$HOME'"), ("a;b", "'a;b'"), ("", "''"), ("~/x", "'~/x'"), ("grün", "'grün'"),
    ("a\nb", #"$'a\x0ab'"#), ("a'\u{7}", #"$'a\'\x07'"#),
  ])
  func `has its words quoted for a shell`(word: String, quoted: String) {
    #expect(ShellWord.quoted(Word(word)) == quoted)
  }

  @Test func `names a file that is not UTF-8 byte for byte`() {
    #expect(ShellWord.quoted(Word([0x61, 0xFF])) == #"$'a\xff'"#)
  }

  @Test func `has the provider, the files and nothing that does not matter`() throws {
    let command = try parsed(
      "plan",
      "my dump",
      "--issuer",
      "https://id.example.com",
      "--client-id",
      "a b",
      "--ledger",
      "l.db",
      "--format",
      "json",
      "--cacert",
      "ca.pem",
      "--scope",
      "openid",
      "--scope",
      "profile",
      "--verify",
      "redeem",
      "--store",
      "my store"
    )
    let followUp = FollowUp(after: command)
    #expect(
      followUp.line(.login)
        == "appauth-migrate login --issuer https://id.example.com --client-id 'a b' "
        + "--scopes openid,profile --cacert ca.pem --store 'my store'"
    )
    #expect(followUp.line(.ledgerShow) == "appauth-migrate ledger show --ledger l.db")
    #expect(
      followUp.line(.migrate, ["plan.json"], adding: ["--yes"], omitting: [.issuer, .scopes])
        == "appauth-migrate migrate plan.json --client-id 'a b' --cacert ca.pem --store 'my store' "
        + "--ledger l.db --yes"
    )
    #expect(followUp.flags(for: .explain) == "")
  }

  @Test func `is the same command with a flag more`() throws {
    let command = try parsed("login", "--client-id", "a", "--no-browser", "--timeout", "5")
    #expect(
      FollowUp(after: command).again(adding: ["--no-browser"])
        == "appauth-migrate login --timeout 5 --client-id a --no-browser"
    )
  }

  @Test func `takes the flags of the work over to the plan for it`() throws {
    let command = try parsed(
      "migrate",
      "--verify",
      "redeem",
      "--timeout",
      "5",
      "--order=login-first",
      "--",
      "-x/"
    )
    let line = FollowUp(after: command).line(.plan, command.arguments, isSameWork: true)
    #expect(line == "appauth-migrate plan ./-x/ --order login-first --verify redeem")
  }

  @Test func `does not repeat what looks like a token`() throws {
    let token = "mk7Zx81q7Tn4mVbP0sLkR2wQ9"
    let command = try parsed("status", "--client-id", Word(token), "--store", Word("a/\(token)"))
    #expect(
      FollowUp(after: command).line(.login) == "appauth-migrate login --client-id ID --store FOLDER"
    )
  }

  @Test func `is broken so that a shell reads one line`() {
    let lines = Wrap.command(
      #"tool 'a b' 'it'\''s  so' --flag value \' x --another-flag"#,
      width: 24,
      indent: "  ",
      hanging: "    "
    )
    #expect(
      lines == [
        #"  tool 'a b' \"#, #"    'it'\''s  so' \"#, #"    --flag value \' x \"#,
        "    --another-flag",
      ]
    )
  }
}
