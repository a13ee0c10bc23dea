/// A command line that the table allows, by type.
package struct ParsedCommand: Sendable, Equatable {
  package let command: CommandID
  /// What stands without a flag, in order.
  package let arguments: [Word]
  private let values: [Flag: [Word]]

  package init(_ command: CommandID, arguments: [Word] = [], values: [Flag: [Word]] = [:]) {
    self.command = command
    self.arguments = arguments
    self.values = values
  }

  /// Whether the flag was given.
  package func has(_ flag: Flag) -> Bool {
    values[flag] != nil
  }

  /// Everything that was given for a flag; nil if it was not, and empty if it takes no value.
  package func values(of flag: Flag) -> [Word]? {
    values[flag]
  }

  /// The value byte for byte, for paths.
  package func word(_ flag: Flag) -> Word? {
    values[flag]?.last
  }

  package func string(_ flag: Flag) -> String? {
    word(flag)?.text
  }

  /// All values of a flag that may be given again; a list or several choices in one value come apart.
  package func strings(_ flag: Flag) -> [String] {
    (values[flag] ?? []).map(\.text)
  }

  package func integer(_ flag: Flag) -> Int? {
    string(flag).flatMap { Int($0) }
  }

  /// The values of a `KEY=VALUE` flag.
  package func pairs(_ flag: Flag) -> [NamedValue] {
    words(flag).map { NamedValue(name: $0.name, value: $0.value.text) }
  }

  /// The same with the value byte for byte, for `FORMAT=FILE`.
  package func words(_ flag: Flag) -> [(name: String, value: Word)] {
    (values[flag] ?? []).map { word in
      let split = word.bytes.firstIndex(of: UInt8(ascii: "=")) ?? word.bytes.endIndex
      return (
        String(decoding: word.bytes[..<split], as: UTF8.self),
        Word(Array(word.bytes[split...].dropFirst()))
      )
    }
  }
}
