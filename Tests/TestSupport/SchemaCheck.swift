package import JSON
package import POSIX
import Secrets

/// Holds a document against a JSON Schema, as far as the schemas of this package go.
///
/// Known are `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `minimum` and a `pattern` of
/// anchors, literals, `[0-9a-f]` and `{n}`. A keyword that is not known is itself a fault, so that no schema promises
/// what nobody checks.
package struct SchemaCheck: Sendable {
  private let schema: JSONValue

  /// Reads a schema.
  ///
  /// - Parameter file: Where it is.
  /// - Throws: If it cannot be read.
  package init(_ file: Path) throws {
    schema = try JSONDocument(parsing: File.open(file).readAll(limit: 1 << 20)).root
  }

  /// Takes a schema that was read already.
  ///
  /// - Parameter schema: The schema.
  package init(schema: JSONValue) {
    self.schema = schema
  }

  /// What is wrong with a document.
  ///
  /// - Parameter document: The root of the document.
  /// - Returns: A line for each fault; none if the document is valid.
  package func faults(in document: JSONValue) -> [String] {
    var faults: [String] = []
    check(document, schema, "$", &faults)
    return faults
  }

  private func check(
    _ value: JSONValue,
    _ schema: JSONValue,
    _ place: String,
    _ faults: inout [String]
  ) {
    if let name = SchemaType.mismatch(value, schema["type"]) {
      faults.append("\(place): is \(name)")
      return
    }
    for member in schema.members {
      switch member.name {
      case "type", "$schema", "title", "description": break
      case "properties":
        // Otherwise a member that is spelled wrong would pass.
        if schema["additionalProperties"] == nil {
          faults.append("the schema says nothing of further members of \(place)")
        }
      case "required":
        guard value.kind == .object else { break }
        for name in member.value.stringArray() ?? [] where value[name] == nil {
          faults.append("\(place): \(name) is missing")
        }
      case "additionalProperties": checkMembers(value, schema, member.value, place, &faults)
      case "items":
        for (index, element) in value.elements.enumerated() {
          check(element, member.value, "\(place)[\(index)]", &faults)
        }
      case "enum":
        if let text = value.string(),
          !member.value.elements.contains(where: { $0.string() == text })
        {
          faults.append("\(place): \(text) is not allowed")
        }
      case "minimum":
        if let number = value.double(), number < member.value.double() ?? 0 {
          faults.append("\(place): \(number) is too small")
        }
      case "pattern":
        if let text = value.string(), let pattern = member.value.string(),
          !SchemaPattern(pattern).matches(text)
        {
          faults.append("\(place): does not match \(pattern)")
        }
      default: faults.append("the schema's \(member.name) is not known")
      }
    }
  }

  private func checkMembers(
    _ value: JSONValue,
    _ schema: JSONValue,
    _ additional: JSONValue,
    _ place: String,
    _ faults: inout [String]
  ) {
    var seen: Set<String> = []
    for member in value.members {
      let inner = "\(place).\(member.name)"
      if !seen.insert(member.name).inserted { faults.append("\(inner): stands twice") }
      if let own = schema["properties"]?[member.name] {
        check(member.value, own, inner, &faults)
      } else if additional.kind == .object {
        check(member.value, additional, inner, &faults)
      } else if additional.bool() == false {
        faults.append("\(inner): is not allowed")
      }
    }
    // An object is written in the order of its schema, or one that reads on would have to wait for its end.
    let order = schema["properties"]?.members.map(\.name).filter(seen.contains) ?? []
    let given = value.members.map(\.name).filter(order.contains)
    if order != given { faults.append("\(place): members are not in the schema's order") }
  }
}

private enum SchemaType {
  /// What the value is, if that is none of the types.
  static func mismatch(_ value: JSONValue, _ types: JSONValue?) -> String? {
    guard let types else { return nil }
    let wanted = types.stringArray() ?? [types.string() ?? ""]
    let names: [String] =
      switch value.kind {
      case .object: ["object"]
      case .array: ["array"]
      case .string: ["string"]
      case .bool: ["boolean"]
      case .null: ["null"]
      case .number: value.int() == nil ? ["number"] : ["integer", "number"]
      }
    return names.contains(where: wanted.contains) ? nil : names[0]
  }
}

/// `^`, literals, one kind of bracket, and how often it stands.
private struct SchemaPattern {
  private var parts: [(allowed: Set<Character>, count: Int)] = []

  init(_ pattern: String) {
    var rest = Substring(pattern.dropFirst().dropLast())
    while let first = rest.popFirst() {
      switch first {
      case "[":
        let inner = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inner.count + 1)
        parts.append((Self.expand(inner), 1))
      case "{":
        let digits = rest.prefix { $0 != "}" }
        rest = rest.dropFirst(digits.count + 1)
        parts[parts.count - 1].count = Int(digits) ?? 0
      default: parts.append(([first], 1))
      }
    }
  }

  func matches(_ text: String) -> Bool {
    var rest = Substring(text)
    for part in parts {
      let taken = rest.prefix(part.count)
      guard taken.count == part.count, taken.allSatisfy(part.allowed.contains) else {
        return false
      }
      rest = rest.dropFirst(part.count)
    }
    return rest.isEmpty
  }

  private static func expand(_ inner: Substring) -> Set<Character> {
    var set: Set<Character> = []
    if inner.contains("0-9") { set.formUnion("0123456789") }
    if inner.contains("a-f") { set.formUnion("abcdef") }
    return set
  }
}
