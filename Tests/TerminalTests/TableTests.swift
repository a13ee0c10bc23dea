import Terminal
import Testing

@Suite struct `The table of commands and flags` {
  private let table = Table.standard

  @Test func `every command is in it once`() {
    #expect(
      table.commands.map(\.id).sorted { $0.rawValue < $1.rawValue }
        == CommandID.allCases.sorted { $0.rawValue < $1.rawValue }
    )
  }

  @Test func `every flag is in it once, and no name means two flags`() {
    #expect(Set(table.flags.map(\.flag)) == Set(Flag.allCases))
    let names = table.flags.flatMap { [$0.long] + $0.aliases }
    #expect(Set(names).count == names.count)
    let shorts = table.flags.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count)
  }

  @Test(arguments: Table.standard.commands.map(\.id))
  func `a command has a summary, a description, two examples that parse, and exit codes`(
    id: CommandID
  ) throws {
    let spec = try #require(table.command(id))
    #expect(!spec.summary.hasSuffix("."))
    #expect(spec.summary.first?.isLowercase == true)
    #expect(spec.summary.count <= 80)
    #expect(!spec.description.isEmpty)
    #expect(spec.examples.count == 2)
    #expect(spec.exits.map(\.code.rawValue) == spec.exits.map(\.code.rawValue).sorted())
    for example in spec.examples {
      let words = words(of: example.line)
      #expect(try parsed(words).command == id)
    }
  }

  @Test(arguments: Table.standard.flags.map(\.flag))
  func `a flag is explained in a line without a full stop`(flag: Flag) throws {
    let spec = try #require(table.flag(flag))
    #expect(!spec.help.isEmpty)
    #expect(!spec.help.hasSuffix("."))
    #expect(spec.help.first?.isLowercase == true)
    if case .commands(let commands) = spec.availability {
      #expect(Set(commands).count == commands.count)
      #expect(!commands.isEmpty)
    }
  }

  @Test func `each member of the configuration file has a flag of its name in kebab case`() {
    for flag in table.flags {
      guard let member = flag.member else { continue }
      #expect(member.replacing("_", with: "-") == flag.long)
    }
  }

  /// The words behind the program's name, as far as a shell would see one simple command.
  private func words(of line: String) -> [Word] {
    let words = line.split(whereSeparator: { " ()\"".contains($0) }).map(String.init)
    let start = words.lastIndex(of: "appauth-migrate") ?? 0
    return words[(start + 1)...].prefix { $0 != ">" && $0 != "|" }.map { Word($0) }
  }
}
