import Secrets

/// A name and a value in an object.
package struct JSONMember: Sendable {
  /// The member's value.
  package let value: JSONValue
  private let nameNode: JSONValue

  init(name: JSONValue, value: JSONValue) {
    self.nameNode = name
    self.value = value
  }

  /// The decoded name.
  ///
  /// Input may use a token as a name: neutralise it before it is shown.
  package var name: String { nameNode.string() ?? "" }

  /// The name with its quotes, in the document's bytes.
  package var nameRange: Range<Int> { nameNode.byteRange }

  /// Whether the name's bytes are not its text.
  package var hasEscapedName: Bool { nameNode.node.flags.contains(.escaped) }

  /// The name as a string value, for whoever must not make a `String` of it.
  package var nameValue: JSONValue { nameNode }

  /// The decoded name as bytes.
  package var nameBytes: [UInt8] { nameNode.textBytes() }

  /// Compares the name without decoding it into a string.
  ///
  /// - Parameter text: The name asked for.
  /// - Returns: Whether the decoded name is `text`.
  package func isNamed(_ text: String) -> Bool {
    let node = nameNode.node
    // Most names have another length.
    guard node.flags.contains(.escaped) || Int(node.end - node.start) - 2 == text.utf8.count else {
      return false
    }
    return text.withSpan { text in
      nameNode.document.bytes.withBytes { bytes in node.spells(text, in: bytes) }
    }
  }
}

/// The members of an object, read as they are walked.
package struct JSONMembers: Sequence, Sendable {
  let object: JSONValue

  /// Walks the members in their order.
  ///
  /// - Returns: The walk.
  package func makeIterator() -> Iterator {
    let isObject = object.kind == .object
    return Iterator(
      document: object.document,
      at: object.index + 1,
      end: isObject ? Int(object.node.next) : 0
    )
  }

  /// A walk over members.
  package struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var at: Int
    let end: Int

    /// Goes on by one member.
    ///
    /// - Returns: The member, nil at the end.
    package mutating func next() -> JSONMember? {
      guard at < end else { return nil }
      defer { at = Int(document.nodes[at + 1].next) }
      return JSONMember(
        name: JSONValue(document: document, index: at),
        value: JSONValue(document: document, index: at + 1)
      )
    }
  }
}

/// The elements of an array, read as they are walked.
package struct JSONElements: Sequence, Sendable {
  let array: JSONValue

  /// Walks the elements in their order.
  ///
  /// - Returns: The walk.
  package func makeIterator() -> Iterator {
    let isArray = array.kind == .array
    return Iterator(
      document: array.document,
      at: array.index + 1,
      end: isArray ? Int(array.node.next) : 0
    )
  }

  /// A walk over elements.
  package struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var at: Int
    let end: Int

    /// Goes on by one element.
    ///
    /// - Returns: The element, nil at the end.
    package mutating func next() -> JSONValue? {
      guard at < end else { return nil }
      defer { at = Int(document.nodes[at].next) }
      return JSONValue(document: document, index: at)
    }
  }
}
