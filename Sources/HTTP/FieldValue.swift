package import Secrets

/// The value of a header or of a form field.
package enum FieldValue: Sendable, ExpressibleByStringLiteral {
  /// May be seen.
  case plain(String)
  /// Never becomes a string.
  case secret(SecretBytes)

  /// A plain one.
  package init(stringLiteral value: String) { self = .plain(value) }

  var count: Int {
    switch self {
    case .plain(let text): text.utf8.count
    case .secret(let bytes): bytes.count
    }
  }

  func forEachByte(_ body: (UInt8) -> Void) {
    switch self {
    case .plain(let text): text.utf8.forEach(body)
    case .secret(let secret):
      secret.withBytes { bytes in
        for index in bytes.indices { body(bytes[index]) }
      }
    }
  }
}

extension FieldValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text, or a constant in place of a secret.
  package var description: String {
    switch self {
    case .plain(let text): text
    case .secret(let bytes): bytes.description
    }
  }
  /// The same as the description.
  package var debugDescription: String { description }
  /// Has no children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
