extension FlagScan {
  /// Names under which people try to hand over a secret.
  private static let secretNames: Set<String> = [
    "token", "refresh-token", "access-token", "id-token", "client-secret", "secret", "password",
    "passphrase", "passwd", "pass", "code", "authorization-code", "code-verifier", "verifier",
    "bearer", "authorization", "api-key", "key", "private-key", "registration-access-token",
  ]

  func unknown(_ name: String) -> UsageFailure {
    let plain = name.lowercased().replacing("_", with: "-")
    if Self.secretNames.contains(plain) { return secret(name, plain) }
    // The name itself may be what somebody pasted.
    guard !Neutral.looksSecret(name) else {
      return UsageFailure(
        .unknownFlag,
        "no such flag: \(Neutral.quoted("--" + name))",
        hints: ["all flags: \(table.program) --help"]
      )
    }
    let names = table.flags.flatMap { [$0.long] + $0.aliases }
    let shown = "'--\(Neutral.text(name, limit: 40))'"
    if let meant = Nearest.to(plain, in: names) {
      return UsageFailure(.unknownFlag, "no flag \(shown); did you mean --\(meant)?")
    }
    return UsageFailure(
      .unknownFlag,
      "no flag \(shown)",
      hints: ["all flags: \(table.program) --help"]
    )
  }

  func unknown(short letter: Character) -> UsageFailure {
    UsageFailure(
      .unknownFlag,
      "no flag '-\(Neutral.text(String(letter)))'",
      hints: [
        "all flags: \(table.program) --help; a file whose name begins with a dash goes behind --"
      ]
    )
  }

  private func secret(_ name: String, _ plain: String) -> UsageFailure {
    let instead =
      switch plain {
      case "client-secret", "secret":
        "the new client is public and has no secret (RFC 8252 section 8.5)"
      case "password", "passphrase", "passwd", "pass", "key", "private-key":
        "read from a file or descriptor: --key-file FILE, --passphrase-file FILE, --passphrase-fd N"
      default:
        "old tokens are read from files or standard input: \(table.program) revoke FILE, or revoke -"
      }
    return UsageFailure(
      .secretFlag,
      "there is no --\(name): a secret does not belong on a command line",
      hints: [
        instead,
        "every process on this machine can read arguments: count what you typed as leaked",
      ]
    )
  }
}
