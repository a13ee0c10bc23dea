package import Secrets

/// The body of an OAuth request, exactly application/x-www-form-urlencoded.
package struct FormBody: Sendable {
  /// The media type to send it with.
  package static let contentType = "application/x-www-form-urlencoded"

  private var fields: [(name: String, value: FieldValue)] = []

  /// An empty one.
  package init() {}

  /// One of these fields, in this order.
  package init(_ fields: KeyValuePairs<String, FieldValue>) {
    for (name, value) in fields { append(name, value) }
  }

  /// Adds a field at the end.
  package mutating func append(_ name: String, _ value: FieldValue) {
    fields.append((name, value))
  }

  /// Adds a field at the end.
  package mutating func append(_ name: String, _ value: String) { append(name, .plain(value)) }

  /// Adds a secret field at the end.
  package mutating func append(_ name: String, _ value: SecretBytes) {
    append(name, .secret(value))
  }

  /// The names, in order; what `--dry-run` may show.
  package var names: [String] { fields.map(\.name) }

  /// The bytes to send.
  package func encoded() -> SecretBytes {
    // Three bytes for each at the most.
    let capacity = fields.reduce(0) { $0 + 3 * ($1.name.utf8.count + $1.value.count) + 2 }
    return SecretBytes(capacity: capacity) { output in
      for (index, field) in fields.enumerated() {
        if index > 0 { output.append(UInt8(ascii: "&")) }
        for byte in field.name.utf8 { PercentCoding.form(byte) { output.append($0) } }
        output.append(UInt8(ascii: "="))
        field.value.forEachByte { byte in PercentCoding.form(byte) { output.append($0) } }
      }
    }
  }
}
