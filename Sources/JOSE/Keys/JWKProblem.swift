/// Why a key of a set is not used.
package enum JWKProblem: Error, Sendable, Equatable {
  /// Not a JWK, or one whose members contradict each other.
  case malformed(String)
  /// A key type or curve that no algorithm of ours has.
  case type(String)
  /// A symmetric key: whoever can check with it can sign.
  case symmetric
  /// The private half stands beside the public one: whoever read the set can sign.
  case privateKey
  /// Meant for something else than signatures.
  case purpose(String)
  /// Its `alg` is none of ours, or does not go with the key.
  case algorithm(String)
  /// Too small, not on its curve, or made by a faulty generator.
  case weak(String)
  /// Behind the number of keys that are looked at.
  case beyondLimit
}

extension JWKProblem: CustomStringConvertible {
  /// The reason in words.
  package var description: String {
    switch self {
    case .malformed(let what): "malformed: \(what)"
    case .type(let what): "unknown type: \(what)"
    case .symmetric: "a symmetric key, with which anyone could sign"
    case .privateKey: "published with its private half, so that anyone could sign"
    case .purpose(let what): "not for signatures: \(what)"
    case .algorithm(let what): "algorithm: \(what)"
    case .weak(let what): "not to be trusted: \(what)"
    case .beyondLimit: "more keys than are looked at"
    }
  }
}
