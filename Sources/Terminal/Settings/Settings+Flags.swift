extension Settings {
  /// The settings with the flags of a command line over them.
  ///
  /// - Parameter command: Its flags win over the members of the file.
  /// - Returns: What holds for this run.
  /// - Throws: If endpoints are incomplete, or stand beside an issuer that discovery would use.
  package func overridden(by command: ParsedCommand) throws(UsageFailure) -> Settings {
    var settings = self
    settings.override(\.issuer, command.string(.issuer))
    settings.override(\.clientID, command.string(.clientID))
    settings.override(\.redirectURI, command.string(.redirectURI))
    settings.override(\.postLogoutRedirectURI, command.string(.postLogoutRedirectURI))
    settings.override(\.scopes, command.list(.scopes))
    settings.override(\.protectedOrigins, command.list(.protectedOrigins))
    settings.override(\.resources, command.list(.resources))
    settings.override(\.appRedirectURIs, command.list(.appRedirectURIs))
    settings.override(\.dpop, command.string(.dpop).flatMap(Requirement.init))
    settings.override(\.par, command.string(.par).flatMap(Requirement.init))
    settings.override(\.clockLeewaySeconds, command.integer(.clockLeewaySeconds))
    if command.has(.extraParameters) { settings.extraParameters = command.pairs(.extraParameters) }
    if command.has(.endpoints) {
      do {
        settings.endpoints = try EndpointSettings(command.pairs(.endpoints))
      } catch {
        throw UsageFailure(
          .configuration,
          "--endpoints has no \(error.names.joined(separator: ", no "))",
          hints: ["endpoints stand in for discovery: give these, too, or --issuer alone"]
        )
      }
    }
    if settings.issuer != nil && settings.endpoints != nil {
      throw UsageFailure(
        .configuration,
        "an issuer and endpoints exclude each other: the issuer is discovered, endpoints are instead of that",
        hints: ["keep one; with endpoints the expected issuer is endpoints.issuer"]
      )
    }
    return settings
  }

  private mutating func override<Value>(
    _ member: WritableKeyPath<Settings, Value?>,
    _ value: Value?
  ) {
    if let value { self[keyPath: member] = value }
  }
}

extension ParsedCommand {
  fileprivate func list(_ flag: Flag) -> [String]? {
    has(flag) ? strings(flag) : nil
  }
}
