package import JOSE
package import JSON

/// How an ID token is made wrongly.
package enum DemoForgery: Sendable {
  /// A member of the header has another value, or is missing.
  case header(String, JSONNode?)
  /// A member of the header stands there once more.
  case headerAgain(String, JSONNode)
  /// A claim stands there once more.
  case claimAgain(String, JSONNode)
  /// Another key signs, under its own name; nil leaves the name out.
  case key(JWSSigningKey, id: String?)
  /// HMAC-SHA256 with the public key, which everybody knows, for a secret.
  case sharedSecret
  /// The signature is another one.
  case signature(DemoSignature)
  /// The payload is changed after it was signed.
  case payloadChanged
  /// The whole token is this text.
  case text(String)
}

/// A signature that is none.
package enum DemoSignature: Sendable {
  /// Missing.
  case empty
  /// Without its last byte.
  case truncated
  /// ECDSA as ASN.1 has it, instead of r and s side by side (RFC 7518 section 3.4).
  case asn1
  /// ECDSA whose r is zero.
  case zeroR
  /// ECDSA of nothing but zeros (CVE-2022-21449).
  case zeros
  /// The padded hash itself, which a public exponent of 1 would take for a signature of RS256.
  case paddedHash
}
