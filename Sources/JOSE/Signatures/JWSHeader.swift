import Crypto
package import JSON

/// What a token says of its own signature (RFC 7515 section 4): little of it is believed.
///
/// Keys that a header brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) are not even read.
package struct JWSHeader: Sendable {
  /// `alg`.
  package let algorithm: JWSAlgorithm
  /// `kid`, if any.
  package let keyID: String?
  /// `typ`, if any, as it stands.
  package let type: String?

  /// Reads a header.
  ///
  /// - Parameter value: The decoded header.
  /// - Throws: Why no signature under this header is looked at.
  package init(_ value: JSONValue) throws(JWSFailure) {
    guard value.kind == .object else {
      throw JWSFailure(.malformedHeader, "the header is no JSON object")
    }
    guard !value.hasDuplicateMembers else {
      throw JWSFailure(.malformedHeader, "the header has a member twice")
    }
    if value["crit"] != nil {
      throw JWSFailure(.criticalExtension, "the header demands an extension")
    }
    if value["b64"] != nil {
      throw JWSFailure(.unencodedPayload, "the header has b64")
    }
    if value["zip"] != nil {
      throw JWSFailure(.compressed, "the payload is compressed")
    }
    if value["enc"] != nil {
      throw JWSFailure(.encrypted, "the token is encrypted")
    }
    self.algorithm = try Self.algorithm(value)
    self.keyID = try Self.text("kid", of: value)
    self.type = try Self.text("typ", of: value)
  }

  private static func algorithm(_ value: JSONValue) throws(JWSFailure) -> JWSAlgorithm {
    guard let name = try text("alg", of: value) else {
      throw JWSFailure(.malformedHeader, "the header has no alg")
    }
    if let algorithm = JWSAlgorithm(rawValue: name) { return algorithm }
    // Names are case-sensitive, but a reader that is careless about that must not be fooled through us.
    switch name.lowercased() {
    case "none":
      throw JWSFailure(.unsigned, "the token is not signed (alg none)")
    case "hs256", "hs384", "hs512":
      throw JWSFailure(
        .symmetricAlgorithm,
        "the token is signed with a shared secret (HMAC), which a public client has none of"
      )
    default:
      throw JWSFailure(
        .unknownAlgorithm,
        "the token's alg is not one of RS, PS and ES with 256, 384 or 512"
      )
    }
  }

  private static func text(
    _ name: String,
    of value: JSONValue
  ) throws(JWSFailure) -> String? {
    guard let member = value[name] else { return nil }
    guard let text = member.string() else {
      throw JWSFailure(.malformedHeader, "\(name) in the header is no string")
    }
    return text
  }
}
