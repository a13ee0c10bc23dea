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
  /// - Parameter pretty: Two blanks a level and a line a member; otherwise no blank at all. No line end behind it.
  /// - Returns: The text.
  package func encoded(pretty: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    write(to: &output, indent: pretty ? 0 : nil)
    return output
  }

  private func write(to output: inout [UInt8], indent: Int?) {
    switch self {
    case .object(let members):
      writeList(members, "{", "}", to: &output, indent: indent) { member, output, inner in
        output.append(quoting: member.name)
        output.append(text: indent == nil ? ":" : ": ")
        member.value.write(to: &output, indent: inner)
      }
    case .array(let elements):
      writeList(elements, "[", "]", to: &output, indent: indent) { element, output, inner in
        element.write(to: &output, indent: inner)
      }
    case .string(let text): output.append(quoting: text)
    case .int(let number): output.append(text: String(number))
    case .double(let number): output.append(number: number)
    case .bool(let flag): output.append(text: flag ? "true" : "false")
    case .null: output.append(text: "null")
    }
  }

  private func writeList<Item>(
    _ items: [Item],
    _ opening: String,
    _ closing: String,
    to output: inout [UInt8],
    indent: Int?,
    item write: (Item, inout [UInt8], Int?) -> Void
  ) {
    output.append(text: opening)
    let inner = indent.map { $0 + 2 }
    for (position, item) in items.enumerated() {
      if position > 0 { output.append(text: ",") }
      breakLine(&output, inner)
      write(item, &output, inner)
    }
    if !items.isEmpty { breakLine(&output, indent) }
    output.append(text: closing)
  }

  private func breakLine(_ output: inout [UInt8], _ indent: Int?) {
    guard let indent else { return }
    output.append(text: "\n")
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
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
