package import Crypto
package import JSON

/// One key of a provider's set, ready to check signatures (RFC 7517).
package struct JWK: Sendable {
  /// `kid`, if any.
  package let keyID: String?
  /// `alg`, if any: then the key is for this one alone (RFC 8725 section 3.1).
  package let algorithm: JWSAlgorithm?
  /// What the key is made of.
  package let numbers: PublicNumbers
  /// The key itself.
  package let key: PublicKey

  /// Reads a key that signs; members that we don't know are ignored (RFC 7517 section 4).
  ///
  /// - Parameter value: The JSON object.
  /// - Throws: Why the key cannot be used.
  package init(_ value: JSONValue) throws(JWKProblem) {
    guard value.kind == .object else { throw .malformed("not an object") }
    guard !value.hasDuplicateMembers else { throw .malformed("a member twice") }
    self.keyID = value["kid"]?.string()
    try Self.checkPurpose(value)
    self.numbers = try Self.numbers(value)
    // What follows would let the world sign: a symmetric key, or a private one that was published.
    guard !value.namesPrivateMember else { throw .privateKey }
    do {
      self.key = try numbers.publicKey()
    } catch {
      throw .weak(error.detail ?? error.code.rawValue)
    }
    self.algorithm = try Self.algorithm(value)
    if let algorithm, !key.fits(algorithm) {
      throw .algorithm("\(algorithm.rawValue) needs another kind of key")
    }
  }

  /// Whether the key may check signatures of `algorithm`: type, curve, and its own `alg`.
  ///
  /// - Parameter algorithm: The algorithm.
  /// - Returns: Whether the two go together.
  package func fits(_ algorithm: JWSAlgorithm) -> Bool {
    key.fits(algorithm) && (self.algorithm == nil || self.algorithm == algorithm)
  }
}

extension JWK {
  /// RFC 7517 sections 4.2 and 4.3.
  private static func checkPurpose(_ value: JSONValue) throws(JWKProblem) {
    if let use = value["use"], use.string() != "sig" { throw .purpose("use is not sig") }
    if let operations = value["key_ops"] {
      guard let operations = operations.stringArray() else {
        throw .malformed("key_ops is no array of strings")
      }
      guard operations.contains("verify") else { throw .purpose("key_ops lacks verify") }
    }
  }

  private static func algorithm(_ value: JSONValue) throws(JWKProblem) -> JWSAlgorithm? {
    guard let member = value["alg"] else { return nil }
    guard let name = member.string() else { throw .malformed("alg is no string") }
    guard let algorithm = JWSAlgorithm(rawValue: name) else {
      throw .algorithm("its alg is not one of RS, PS and ES with 256, 384 or 512")
    }
    return algorithm
  }

  /// RFC 7518 sections 6.2.1 and 6.3.1.
  private static func numbers(_ value: JSONValue) throws(JWKProblem) -> PublicNumbers {
    switch value["kty"]?.string() {
    case "RSA":
      return .rsa(modulus: try number("n", of: value), exponent: try number("e", of: value))
    case "EC":
      guard let curve = value["crv"]?.string().flatMap(EllipticCurve.init) else {
        throw .type("a curve other than P-256, P-384 and P-521")
      }
      return .ec(curve, x: try number("x", of: value), y: try number("y", of: value))
    case "oct":
      throw .symmetric
    default:
      throw .type("a kty other than RSA and EC")
    }
  }

  private static func number(
    _ name: String,
    of value: JSONValue
  ) throws(JWKProblem) -> [UInt8] {
    // 16,384 bits are 2,731 characters; more is refused before it is decoded.
    guard let text = value[name]?.string(), text.utf8.count <= 4096,
      let bytes = Base64URL.decode(text)
    else { throw .malformed("\(name) is missing or no base64url") }
    return bytes
  }
}

extension JSONValue {
  /// Whether a JWK holds what only its owner may know: RFC 7518 sections 6.2.2, 6.3.2 and 6.4.
  var namesPrivateMember: Bool {
    eachMember.contains { member in
      ["d", "p", "q", "dp", "dq", "qi", "oth", "k"].contains { member.isNamed($0) }
    }
  }
}
