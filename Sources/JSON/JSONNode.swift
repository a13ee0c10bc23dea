/// A JSON value to be written; members keep their order.
///
/// It holds no secrets: see ``SecretJSON``.
package indirect enum JSONNode: Sendable, Equatable {
  case object([Member])
  case array([JSONNode])
  case string(String)
  case int(Int64)
  case double(Double)
  case bool(Bool)
  case null

  /// A name and a value.
  package struct Member: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The value.
    package var value: JSONNode

    /// Joins the two.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    package init(_ name: String, _ value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  /// An object from pairs, in their order.
  ///
  /// - Parameter pairs: Names and values.
  /// - Returns: The object.
  package static func object(_ pairs: [(String, JSONNode)]) -> JSONNode {
    .object(pairs.map { Member($0.0, $0.1) })
  }

  /// Writes the value as UTF-8.
  ///
  /// - Parameters:
  ///   - pretty: Two blanks a level and a line a member; otherwise no blank at all. No line end behind it.
  ///   - level: How deep it stands in its document.
  /// - Returns: The text.
  package func encoded(pretty: Bool = false, level: Int = 0) -> [UInt8] {
    var writer = JSONWriter(isPretty: pretty, level: level)
    writer.node(self)
    return writer.bytes
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  ///
  /// - Parameter value: Its text.
  package init(stringLiteral value: String) { self = .string(value) }

  /// A whole number.
  ///
  /// - Parameter value: The number.
  package init(integerLiteral value: Int64) { self = .int(value) }

  /// A number.
  ///
  /// - Parameter value: The number.
  package init(floatLiteral value: Double) { self = .double(value) }

  /// True or false.
  ///
  /// - Parameter value: Which.
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Null.
  ///
  /// - Parameter nilLiteral: Nothing.
  package init(nilLiteral: ()) { self = .null }

  /// An array.
  ///
  /// - Parameter elements: Its elements.
  package init(arrayLiteral elements: JSONNode...) { self = .array(elements) }

  /// An object, members in the order written.
  ///
  /// - Parameter elements: Its members.
  package init(dictionaryLiteral elements: (String, JSONNode)...) { self = .object(elements) }
}
