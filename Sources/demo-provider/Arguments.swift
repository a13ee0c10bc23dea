/// What stands behind the command's name.
struct Arguments {
  private(set) var words: [String] = []
  private var options: [String: String] = [:]

  /// Reads `--name value` pairs, `--name` alone for the given switches, and words; nil for an option without a value.
  init?(_ arguments: [String], switches: Set<String>) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      guard argument.hasPrefix("--") else {
        words.append(argument)
        continue
      }
      let name = String(argument.dropFirst(2))
      if switches.contains(name) {
        options[name] = ""
      } else if let value = rest.next() {
        options[name] = value
      } else {
        return nil
      }
    }
  }

  subscript(name: String) -> String? { options[name] }

  /// Whether nothing but these was given.
  func areOnly(_ names: Set<String>) -> Bool { Set(options.keys).isSubset(of: names) }
}
