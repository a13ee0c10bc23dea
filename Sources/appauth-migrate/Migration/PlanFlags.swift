import Migration
import POSIX
import Terminal

/// What of a plan has to be typed again for another command.
extension MigrationPlan {
  /// The flags that `migrate` takes from the plan, so that nobody has to give them.
  ///
  /// - Parameter isConfigured: Whether a configuration file is read, which the plan must not contradict: then the flags
  ///   that overrule it stay.
  /// - Returns: The flags.
  func decidedFlags(isConfigured: Bool) -> Set<Flag> {
    let decided: Set<Flag> = [
      .redirectURI, .postLogoutRedirectURI, .scopes, .protectedOrigins, .resources,
      .extraParameters, .par, .clockLeewaySeconds, .map,
    ]
    return isConfigured ? decided : decided.union([.issuer, .clientID])
  }

  /// The flags that make the plan's client, as far as the command line and the configuration do not.
  ///
  /// - Parameters:
  ///   - command: Its own flags are carried over anyway.
  ///   - settings: What holds without the plan.
  /// - Returns: Flags as they are typed.
  func clientFlags(beyond command: ParsedCommand, _ settings: Settings?) -> [String] {
    var flags: [String] = []
    func add(_ flag: Flag, _ value: String?, unless known: String?) {
      guard let value, value != known, !command.has(flag) else { return }
      flags += ["--\(flag.rawValue)", ShellWord.quoted(Word(value))]
    }
    if let provider {
      if !provider.isConfigured { add(.issuer, provider.issuer, unless: settings?.issuer) }
      add(.clientID, provider.clientID, unless: settings?.clientID)
    }
    guard let client else { return flags }
    add(
      .redirectURI,
      client.redirectURI,
      unless: settings?.redirectURI ?? Settings.standardRedirectURI
    )
    add(
      .postLogoutRedirectURI,
      client.postLogoutRedirectURI,
      unless: settings?.postLogoutRedirectURI
    )
    add(
      .scopes,
      client.scopes.joined(separator: ","),
      unless: (settings?.scopes ?? Settings.standardScopes).joined(separator: ",")
    )
    return flags
  }

  /// The command that makes this plan again.
  ///
  /// - Parameters:
  ///   - command: `migrate` as it was given for the plan's file: flags that the plan decides overrule it.
  ///   - settings: What holds without the plan.
  /// - Returns: One line.
  func commandAgain(after command: ParsedCommand, _ settings: Settings?) -> String {
    var flags = clientFlags(beyond: command, settings)
    if options.login != .keep, !command.has(.login) {
      flags += ["--login", options.login.rawValue]
    }
    if options.order != .revokeFirst, !command.has(.order) {
      flags += ["--order", options.order.rawValue]
    }
    if options.includesHistorical, !command.has(.includeHistorical) {
      flags.append("--include-historical")
    }
    if options.verification == .redeem, !command.has(.verify) { flags += ["--verify", "redeem"] }
    if options.requiresVerified, !command.has(.requireVerified) {
      flags.append("--require-verified")
    }
    if let map = options.map { flags += ["--map", ShellWord.quoted(Word(map.bytes))] }
    return FollowUp(after: command).line(
      .plan,
      inputs.map { Word($0.bytes) },
      adding: flags + ["--output"] + command.arguments.prefix(1).map(ShellWord.quoted),
      isSameWork: true
    )
  }
}
