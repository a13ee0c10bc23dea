extension JSONNode {
  /// Takes over a value that was read, and that holds no secret: a `String` of it cannot be wiped.
  ///
  /// A number that is no whole one within 64 bits becomes a double, as far as it fits.
  ///
  /// - Parameter value: The value; as deep as its document's dialect let it be.
  package init(reading value: JSONValue) {
    self =
      switch value.kind {
      case .object:
        .object(value.eachMember.map { Member($0.name, JSONNode(reading: $0.value)) })
      case .array: .array(value.eachElement.map(JSONNode.init(reading:)))
      case .string: .string(value.string() ?? "")
      case .number: value.int().map(JSONNode.int) ?? value.double().map(JSONNode.double) ?? .null
      case .bool: .bool(value.bool() == true)
      case .null: .null
      }
  }

  /// The same value with the members of every object in the order of their names' bytes.
  ///
  /// Written without blanks it is the one form that a digest is taken of.
  package var sorted: JSONNode {
    switch self {
    case .object(let members):
      .object(
        members.map { Member($0.name, $0.value.sorted) }
          .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
      )
    case .array(let elements): .array(elements.map(\.sorted))
    case .string, .int, .double, .bool, .null: self
    }
  }
}

extension JSONNode {
  /// The value of a member, the last of several with the same name; nil if there is none, or this is no object.
  ///
  /// - Parameter name: The member's name.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text of a string; nil for other kinds.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements of an array; nil for other kinds.
  package var elements: [JSONNode]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}
