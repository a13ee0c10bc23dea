internal import JSON

/// A list in the metadata, as it was announced.
enum Announced {
  case absent
  /// Not an array of strings.
  case malformed
  case list([String])

  init(_ name: String, in metadata: JSONValue) {
    guard let value = metadata[name], !value.isNull else {
      self = .absent
      return
    }
    self = value.stringArray().map(Announced.list) ?? .malformed
  }

  func contains(_ value: String) -> Bool {
    if case .list(let values) = self { return values.contains(value) }
    return false
  }

  /// As evidence.
  func evidence(_ name: String) -> PreflightEvidence {
    switch self {
    case .absent: PreflightEvidence(name, "absent")
    case .malformed: PreflightEvidence(name, "not an array of strings")
    case .list(let values): PreflightEvidence(name, Self.text(values))
    }
  }

  /// The values for a person, bounded.
  static func text(_ values: [String]) -> String {
    guard !values.isEmpty else { return "an empty list" }
    let some = values.prefix(12).map { shown($0, limit: 60) }.joined(separator: ", ")
    return values.count > 12 ? "\(some) and \(values.count - 12) more" : some
  }
}
