package import JSON
package import Secrets

/// What an ID token says, typed (OpenID Connect Core section 2).
///
/// The claims are about a person: the values are reached by name and never print themselves.
package struct IDTokenClaims: Sendable {
  /// The header that the claims were signed under.
  package let header: JWSHeader
  /// `iss`.
  package let issuer: String
  /// `sub`: the person, as the issuer numbers them.
  package let subject: String
  /// `aud`, as an array whether it was one or not; never empty.
  package let audience: [String]
  /// `azp`.
  package let authorizedParty: String?
  /// `exp`.
  package let expiry: NumericDate
  /// `iat`.
  package let issuedAt: NumericDate
  /// `nbf`.
  package let notBefore: NumericDate?
  /// `auth_time`.
  package let authenticationTime: NumericDate?
  /// `nonce`.
  package let nonce: SecretBytes?
  /// `at_hash`.
  package let accessTokenHash: String?
  private let payload: JSONValue

  /// Reads claims that have been signed; whether they are right is for the rules to say.
  ///
  /// - Parameters:
  ///   - header: The header that they were signed under.
  ///   - payload: The decoded payload.
  /// - Throws: `malformedClaims`, `missingClaim`, `malformedClaim` or `implausibleTime`.
  package init(header: JWSHeader, payload: SecretBytes) throws(IDTokenFailure) {
    let root: JSONValue
    do {
      root = try JSONDocument(parsing: payload).root
    } catch {
      throw IDTokenFailure(.malformedClaims, "the token's payload is no JSON: \(error)")
    }
    guard root.kind == .object else {
      throw IDTokenFailure(.malformedClaims, "the token's payload is no JSON object")
    }
    guard !root.hasDuplicateMembers else {
      throw IDTokenFailure(.malformedClaims, "the token's payload has a member twice")
    }
    let reader = ClaimReader(root)
    self.header = header
    self.payload = root
    self.issuer = try reader.required("iss", reader.text("iss"))
    self.subject = try reader.required("sub", reader.text("sub"))
    self.audience = try reader.required("aud", reader.audience())
    self.authorizedParty = try reader.text("azp")
    self.expiry = try reader.required("exp", reader.date("exp"))
    self.issuedAt = try reader.required("iat", reader.date("iat"))
    self.notBefore = try reader.date("nbf")
    self.authenticationTime = try reader.date("auth_time")
    self.nonce = try reader.secret("nonce")
    self.accessTokenHash = try reader.text("at_hash")
  }

  /// Reads the claims of a token that was validated when it came and has been sealed since; nothing is checked again.
  ///
  /// - Parameter token: The compact form.
  /// - Throws: If it is no ID token at all.
  package init(restoring token: SecretBytes) throws(IDTokenFailure) {
    let jws: JWS
    do throws(JWSFailure) {
      jws = try JWS(parsing: token)
    } catch {
      throw IDTokenFailure(error)
    }
    try self.init(header: jws.header, payload: jws.payload)
  }

  /// Any claim by its name.
  ///
  /// - Parameter name: The claim's name in the token.
  package subscript(name: String) -> JSONValue? { payload[name] }

  /// The object of all claims.
  package var all: JSONValue { payload }
}

extension IDTokenClaims {
  /// `acr`: how strongly the person was authenticated.
  package var authenticationContext: String? { payload["acr"]?.string() }
  /// `amr`: by which means; empty if not said.
  package var authenticationMethods: [String] { payload["amr"]?.stringArray() ?? [] }
  /// `sid`: the session at the provider.
  package var sessionID: String? { payload["sid"]?.string() }
  /// `name`.
  package var name: String? { payload["name"]?.string() }
  /// `given_name`.
  package var givenName: String? { payload["given_name"]?.string() }
  /// `family_name`.
  package var familyName: String? { payload["family_name"]?.string() }
  /// `preferred_username`.
  package var preferredUsername: String? { payload["preferred_username"]?.string() }
  /// `email`.
  package var email: String? { payload["email"]?.string() }
  /// `email_verified`.
  package var isEmailVerified: Bool? { payload["email_verified"]?.bool() }
}

extension IDTokenClaims: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same words.
  package var description: String { "‹claims of an ID token›" }
  /// Always the same words.
  package var debugDescription: String { description }
  /// Has no children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
