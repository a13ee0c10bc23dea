package import Crypto
package import JSON
package import Secrets

/// Makes JSON Web Signatures: proofs of possession, and the tokens of the demonstration provider.
package enum JWSSigner {
  /// Signs.
  ///
  /// - Parameters:
  ///   - header: The header's members; `alg` is put before them unless they have one of their own, which a
  ///     provider that misbehaves on purpose needs.
  ///   - payload: The bytes to sign.
  ///   - key: What to sign with.
  /// - Returns: The compact form, ASCII.
  /// - Throws: `algorithmMismatch` if key and algorithm don't go together; `library` if libcrypto fails.
  package static func sign(
    header: [(String, JSONNode)] = [],
    payload: [UInt8],
    key: JWSSigningKey
  ) throws(CryptoFailure) -> SecretBytes {
    var members = header
    if !members.contains(where: { $0.0 == "alg" }) {
      members.insert(("alg", .string(key.algorithm.rawValue)), at: 0)
    }
    let protected = Base64URL.encode(JSONNode.object(members).encoded())
    var token = Array((protected + "." + Base64URL.encode(payload)).utf8)
    let signature = try key.sign(token.span)
    token += Array(("." + Base64URL.encode(signature)).utf8)
    return SecretBytes(wiping: &token)
  }

  /// Signs claims.
  ///
  /// - Parameters:
  ///   - header: The header's members; see above.
  ///   - claims: The payload, an object.
  ///   - key: What to sign with.
  /// - Returns: The compact form, ASCII.
  /// - Throws: `algorithmMismatch` if key and algorithm don't go together; `library` if libcrypto fails.
  package static func sign(
    header: [(String, JSONNode)] = [],
    claims: JSONNode,
    key: JWSSigningKey
  ) throws(CryptoFailure) -> SecretBytes {
    try sign(header: header, payload: claims.encoded(), key: key)
  }
}
