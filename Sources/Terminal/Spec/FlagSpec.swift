/// What a flag takes.
package enum ValueKind: Sendable, Equatable {
  /// Nothing: it is there or not.
  case none
  /// Any text, under the name that help gives it.
  case string(String)
  /// A file or folder.
  case path(String)
  /// A whole number within bounds.
  case integer(String, ClosedRange<Int>)
  /// One of these.
  case choice(String, [String])
  /// Some of these, separated by commas or given again.
  case choices(String, [String])
  /// Words separated by blanks or commas, or given again.
  case list(String)
  /// `KEY=VALUE`; the keys that exist, or none if any will do.
  case keyValue(String, keys: [String])

  /// What help writes after the flag; nil if it takes nothing.
  package var placeholder: String? {
    switch self {
    case .none: nil
    case .string(let name), .path(let name), .integer(let name, _), .choice(let name, _),
      .choices(let name, _), .list(let name), .keyValue(let name, _):
      name
    }
  }

  /// The words that exist for it; empty if it is free.
  package var choices: [String] {
    switch self {
    case .choice(_, let words), .choices(_, let words): words
    case .keyValue(_, let keys): keys.map { $0 + "=" }
    case .none, .string, .path, .integer, .list: []
    }
  }
}

/// The headings under which flags are listed.
package enum FlagGroup: String, Sendable, CaseIterable {
  case command = "Flags"
  case client = "Client (each also a member of appauth-migrate.json)"
  case output = "Output"
  case network = "Network"
  case places = "Files and work"
}

/// One flag as data.
package struct FlagSpec: Sendable {
  /// Which commands know it.
  package enum Availability: Sendable, Equatable {
    case everywhere
    case commands([CommandID])
  }

  package let flag: Flag
  package let group: FlagGroup
  package let short: Character?
  package let aliases: [String]
  package let kind: ValueKind
  package let isRepeatable: Bool
  package let help: String
  package let availability: Availability
  /// The member of the configuration file that it overrides.
  package let member: String?

  package init(
    _ flag: Flag,
    group: FlagGroup,
    short: Character? = nil,
    aliases: [String] = [],
    kind: ValueKind = .none,
    repeatable: Bool = false,
    in availability: Availability = .everywhere,
    member: String? = nil,
    help: String
  ) {
    self.flag = flag
    self.group = group
    self.short = short
    self.aliases = aliases
    self.kind = kind
    self.isRepeatable = repeatable
    self.availability = availability
    self.member = member
    self.help = help
  }

  package var long: String { flag.rawValue }

  /// `--output FILE`, the way errors and help name it.
  package var synopsis: String {
    guard let placeholder = kind.placeholder else { return "--\(long)" }
    return "--\(long) \(placeholder)"
  }

  package func applies(to command: CommandID) -> Bool {
    switch availability {
    case .everywhere: true
    case .commands(let commands): commands.contains(command)
    }
  }
}
