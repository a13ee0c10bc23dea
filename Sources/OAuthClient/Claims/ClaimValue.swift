internal import JSON

/// The value of a claim as JSON has it; it is about a person and never prints itself.
public enum ClaimValue: Sendable, Hashable {
  /// A string.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// True or false.
  case flag(Bool)
  /// An array.
  case list([ClaimValue])
  /// An object.
  case object([String: ClaimValue])
  /// `null`.
  case null

  init(_ value: JSONValue) {
    switch value.kind {
    case .string: self = .text(value.string() ?? "")
    case .number:
      self = value.int().map(ClaimValue.integer) ?? value.double().map(ClaimValue.number) ?? .null
    case .bool: self = .flag(value.bool() ?? false)
    case .null: self = .null
    case .array: self = .list(value.elements.map(ClaimValue.init))
    case .object:
      self = .object(
        Dictionary(value.members.map { ($0.name, ClaimValue($0.value)) }) { _, last in last }
      )
    }
  }
}

extension ClaimValue {
  /// The string, if it is one.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number, whole or not, if it is one.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// True or false; as words too, since some providers write them so.
  public var flag: Bool? {
    switch self {
    case .flag(let flag): flag
    case .text("true"): true
    case .text("false"): false
    default: nil
    }
  }

  /// The strings of an array of nothing else; a single string counts as an array of one.
  public var texts: [String]? {
    switch self {
    case .text(let text): return [text]
    case .list(let values):
      let texts = values.compactMap(\.text)
      return texts.count == values.count ? texts : nil
    default: return nil
    }
  }

  /// A member of an object; nil if there is none, or this is none.
  ///
  /// - Parameter name: The member's name.
  public subscript(name: String) -> ClaimValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }
}

extension ClaimValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same words.
  public var description: String { "‹claim›" }
  /// Always the same words.
  public var debugDescription: String { description }
  /// Has no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
