package import JOSE
package import JSON
package import Secrets

/// A signed UserInfo answer (OIDC Core 5.3.2), taken apart and held against the provider's keys; pure.
package struct SignedUserInfo: Sendable {
  private let jws: JWS

  /// Takes it apart.
  ///
  /// - Parameter body: The body of an answer of the type `application/jwt`.
  /// - Throws: Why it is no signed answer; `encrypted` where it is an encrypted one.
  package init(_ body: SecretBytes) throws(JWSFailure) {
    jws = try JWS(parsing: body)
  }

  /// The claims, once the signature is proven.
  ///
  /// `iss`, `aud` and `exp` need not be there; what is there must be right.
  ///
  /// - Parameters:
  ///   - keys: The provider's.
  ///   - issuer: Of the provider, as its metadata spell it.
  ///   - clientID: Ours.
  ///   - now: The latest that `exp` may be, in seconds since 1970.
  /// - Returns: The object of all claims.
  /// - Throws: The reason against it.
  package func claims(
    with keys: JWKSet,
    issuer: String,
    clientID: String,
    now: Double
  ) throws(JWSFailure) -> JSONValue {
    _ = try jws.verify(with: keys)
    guard let root = try? JSONDocument(parsing: jws.payload).root, root.kind == .object else {
      throw JWSFailure(.notCompact, "the payload is no JSON object")
    }
    if let found = root["iss"] {
      guard found.string() == issuer else { throw Self.refused("iss is another issuer") }
    }
    if let found = root["aud"] {
      let audience = found.string().map { [$0] } ?? found.stringArray() ?? []
      guard audience.contains(clientID) else { throw Self.refused("aud is another client") }
    }
    if let found = root["exp"] {
      guard let end = found.double(), end > now else { throw Self.refused("exp is past") }
    }
    return root
  }

  private static func refused(_ reason: String) -> JWSFailure {
    JWSFailure(.badSignature, "the answer is signed, but its \(reason)")
  }
}
