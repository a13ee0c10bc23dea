internal import HTTP
internal import Secrets

/// The credentials of one request: the one place where an access token is put on its way to a resource.
struct RequestAuthorization: Sendable {
  private let token: SecretBytes
  /// What goes with it each time it is sent, where the token is bound to a key; nil for a Bearer token.
  let proof: RequestProof?

  /// Takes the token to present.
  ///
  /// - Parameter tokens: With an access token of the type Bearer, or one that is bound to a key.
  init(_ tokens: SessionTokens) {
    self.token = tokens.accessToken
    self.proof = tokens.proofKey.map { RequestProof($0, presenting: tokens.accessToken) }
  }

  /// The fingerprint of the token.
  var fingerprint: Fingerprint { token.fingerprint }

  /// The same request with its credentials (RFC 6750 section 2.1, RFC 9449 section 7.1): a bound token is never presented
  /// as Bearer.
  ///
  /// - Parameter request: Without any.
  /// - Returns: With them, but for the ``proof``.
  func applied(to request: Request) -> Request {
    var request = request
    let scheme = proof == nil ? "Bearer" : "DPoP"
    request.headers.append(.init("Authorization", .secret(Self.credentials(scheme, token))))
    return request
  }

  private static func credentials(_ scheme: String, _ token: SecretBytes) -> SecretBytes {
    let scheme = Array("\(scheme) ".utf8)
    return SecretBytes(capacity: scheme.count + token.count) {
      (output: inout OutputSpan<UInt8>) in
      for byte in scheme { output.append(byte) }
      token.withBytes { bytes in
        for index in bytes.indices { output.append(bytes[index]) }
      }
    }
  }
}
