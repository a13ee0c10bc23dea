package import HTTP
package import JOSE
package import Secrets

/// Makes the proof of possession for each sending of one request (RFC 9449): a repetition gets a proof of its own.
package struct RequestProof: Sendable {
  /// Who asks for nonces; the two kinds keep theirs apart, even at the same origin (RFC 9449 sections 8 and 9).
  package enum Audience: Hashable, Sendable {
    /// The token endpoint.
    case authorizationServer
    /// Whoever takes access tokens.
    case resource
  }

  /// What the token is, or is to be, bound to.
  package let key: DPoPKey
  /// The token that is presented; nil at the authorization server.
  package let accessToken: SecretBytes?

  /// For the token endpoint.
  ///
  /// - Parameter key: What the tokens are, or are to be, bound to.
  package init(_ key: DPoPKey) {
    self.key = key
    self.accessToken = nil
  }

  /// For a resource.
  ///
  /// - Parameters:
  ///   - key: What the token is bound to.
  ///   - accessToken: What is presented.
  package init(_ key: DPoPKey, presenting accessToken: SecretBytes) {
    self.key = key
    self.accessToken = accessToken
  }

  /// Who it is for.
  package var audience: Audience { accessToken == nil ? .authorizationServer : .resource }

  /// The same request with a proof that has never been sent.
  ///
  /// - Parameters:
  ///   - request: Without a proof.
  ///   - nonce: The one that was given last, if any.
  ///   - now: In seconds since 1970.
  /// - Returns: What may be sent once.
  /// - Throws: `.configuration(.library)` if libcrypto cannot sign.
  func added(
    to request: Request,
    nonce: DPoPNonce?,
    now: Double
  ) throws(OAuthError) -> Request {
    let proof = DPoPProof(
      method: request.method,
      target: request.url.proofTarget,
      issuedAt: Int64(now.rounded(.down)),
      accessToken: accessToken,
      nonce: nonce
    )
    var proven = request
    proven.headers.append(.init("DPoP", .secret(try proof.header(with: key))))
    return proven
  }
}

extension DPoPProof {
  /// The header's value, its failure in OAuth terms.
  func header(with key: DPoPKey) throws(OAuthError) -> SecretBytes {
    do {
      return try signed(with: key)
    } catch {
      throw .configuration(
        ConfigurationProblem(
          .library,
          "the proof of possession (DPoP) could not be made: \(error): is OpenSSL 3 installed as it should be?"
        )
      )
    }
  }
}

extension HTTPURL {
  /// The `htu` of a proof: as it is sent, without query and fragment, scheme and host in lower case, the scheme's own
  /// port left out, never without a path (RFC 9449 section 4.2, RFC 3986 section 6.2.2).
  package var proofTarget: String { path.isEmpty ? "\(withoutQuery)/" : withoutQuery }
}
