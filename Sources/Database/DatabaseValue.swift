package import Secrets

/// A value as a column or a parameter holds it.
package enum DatabaseValue: Sendable {
  /// Nothing.
  case null
  /// A 64-bit integer.
  case int(Int64)
  /// A floating-point number.
  case double(Double)
  /// Text; never for a secret.
  case text(String)
  /// Plain bytes.
  case blob([UInt8])
  /// Bytes that SQLite borrows while the statement runs, without a copy of ours.
  case secret(SecretBytes)

  /// An integer, or null.
  ///
  /// - Parameter value: The integer.
  /// - Returns: The value.
  package static func optional(_ value: Int64?) -> DatabaseValue { value.map(Self.int) ?? .null }

  /// Text, or null.
  ///
  /// - Parameter value: The text.
  /// - Returns: The value.
  package static func optional(_ value: String?) -> DatabaseValue { value.map(Self.text) ?? .null }

  /// Plain bytes, or null.
  ///
  /// - Parameter value: The bytes.
  /// - Returns: The value.
  package static func optional(_ value: [UInt8]?) -> DatabaseValue {
    value.map(Self.blob) ?? .null
  }

  /// Secret bytes, or null.
  ///
  /// - Parameter value: The bytes.
  /// - Returns: The value.
  package static func optional(_ value: SecretBytes?) -> DatabaseValue {
    value.map(Self.secret) ?? .null
  }
}

extension DatabaseValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByNilLiteral
{
  /// Takes a literal.
  ///
  /// - Parameter value: The integer.
  package init(integerLiteral value: Int64) { self = .int(value) }

  /// Takes a literal.
  ///
  /// - Parameter value: The text.
  package init(stringLiteral value: String) { self = .text(value) }

  /// Takes `nil` as null.
  ///
  /// - Parameter nilLiteral: Nothing.
  package init(nilLiteral: ()) { self = .null }
}
