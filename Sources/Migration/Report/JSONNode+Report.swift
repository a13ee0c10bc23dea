import JSON

extension JSONNode {
  /// A string, or null.
  static func optional(_ text: String?) -> JSONNode { text.map(JSONNode.string) ?? .null }

  /// How many there are of something.
  static func count(_ number: Int) -> JSONNode { .int(Int64(number)) }
}
