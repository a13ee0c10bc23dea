internal import HTTP
internal import Secrets

/// The credentials of one request: the one place where an access token is put on its way to a resource.
struct RequestAuthorization: Sendable {
  private let token: SecretBytes

  /// Takes the token to present.
  ///
  /// - Parameter token: An access token of the type Bearer.
  init(_ token: AccessToken) {
    self.token = token.value
  }

  /// The same request with its credentials (RFC 6750 section 2.1).
  ///
  /// - Parameter request: Without any.
  /// - Returns: With them.
  /// - Throws: If they cannot be made.
  func applied(to request: Request) throws(OAuthError) -> Request {
    var request = request
    request.headers.append(.init("Authorization", .secret(Self.credentials("Bearer", token))))
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
