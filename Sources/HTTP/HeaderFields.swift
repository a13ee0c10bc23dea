/// Header fields in the order they came; names compare without case.
///
/// The text is the server's: bounded, but not neutralised.
package struct HeaderFields: Sendable {
  private var fields: [(name: String, value: String)] = []

  /// None.
  package init() {}

  /// These.
  package init(_ fields: KeyValuePairs<String, String>) {
    for (name, value) in fields { append(name, value) }
  }

  /// The first value of that name.
  package subscript(name: String) -> String? {
    let name = name.lowercased()
    return fields.first { $0.name == name }?.value
  }

  /// Every value of that name.
  package func all(_ name: String) -> [String] {
    let name = name.lowercased()
    return fields.filter { $0.name == name }.map(\.value)
  }

  /// The names in lower case, in order.
  package var names: [String] { fields.map(\.name) }

  /// Every line in order; names in lower case.
  package var lines: [(name: String, value: String)] { fields }

  /// Adds a line.
  package mutating func append(_ name: String, _ value: String) {
    fields.append((name.lowercased(), value))
  }
}

extension StringProtocol {
  /// Without blanks and tabs at both ends (the optional white space of RFC 9110).
  func trimmingSpaces() -> SubSequence {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = firstIndex { !isSpace($0) } ?? endIndex
    guard let last = lastIndex(where: { !isSpace($0) }) else { return self[start..<start] }
    return self[start...last]
  }
}
