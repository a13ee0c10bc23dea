import JSON
import POSIX
import TestSupport

/// Holds a document against a JSON Schema of draft 7, as far as the SARIF schema needs it: references, types, required
/// and forbidden members, enumerations, elements.
struct DraftSchema {
  private let root: JSONValue

  init(_ path: Path) throws {
    root = try JSONDocument(parsing: File.open(path).readAll(limit: 1 << 20)).root
  }

  func faults(in document: JSONValue) -> [String] {
    var faults: [String] = []
    check(document, root, "$", &faults)
    return faults
  }

  private func check(
    _ value: JSONValue,
    _ schema: JSONValue,
    _ place: String,
    _ faults: inout [String]
  ) {
    if let name = schema["$ref"]?.string() {
      guard let target = root["definitions"]?[String(name.dropFirst("#/definitions/".count))] else {
        faults.append("\(place): no definition \(name)")
        return
      }
      return check(value, target, place, &faults)
    }
    if let type = schema["type"]?.string(), !names(of: value).contains(type) {
      faults.append("\(place): is no \(type)")
      return
    }
    if let words = schema["enum"]?.stringArray(), !words.contains(value.string() ?? "") {
      faults.append("\(place): \(value.string() ?? "") is not allowed")
    }
    for name in schema["required"]?.stringArray() ?? [] where value[name] == nil {
      faults.append("\(place): \(name) is missing")
    }
    if let least = schema["minimum"]?.double(), (value.double() ?? least) < least {
      faults.append("\(place): is too small")
    }
    for member in value.members {
      let inner = "\(place).\(member.name)"
      if let own = schema["properties"]?[member.name] {
        check(member.value, own, inner, &faults)
      } else if let more = schema["additionalProperties"], more.kind == .object {
        check(member.value, more, inner, &faults)
      } else if schema["additionalProperties"]?.bool() == false {
        faults.append("\(inner): is not allowed")
      }
    }
    guard let elements = schema["items"] else { return }
    for (number, element) in value.elements.enumerated() {
      check(element, elements, "\(place)[\(number)]", &faults)
    }
  }

  private func names(of value: JSONValue) -> [String] {
    switch value.kind {
    case .object: ["object"]
    case .array: ["array"]
    case .string: ["string"]
    case .bool: ["boolean"]
    case .null: ["null"]
    case .number: value.int() == nil ? ["number"] : ["integer", "number"]
    }
  }
}
