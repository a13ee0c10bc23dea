package import JSON

/// Why an answer is no key set.
package enum JWKSetFailure: Error, Sendable, Equatable {
  /// More than ``JWKSet/maximumBytes``.
  case tooLarge
  /// No JSON, and where it breaks.
  case notJSON(JSONFailure)
  /// JSON, but not an object with one array `keys`.
  case notASet
}

extension JWKSetFailure: CustomStringConvertible {
  /// The reason in words.
  package var description: String {
    switch self {
    case .tooLarge: "the key set has more than \(JWKSet.maximumBytes) bytes"
    case .notJSON(let failure): "the key set is no JSON: \(failure)"
    case .notASet: "the key set is no object with one array \"keys\""
    }
  }
}
