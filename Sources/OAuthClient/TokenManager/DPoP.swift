internal import HTTP
internal import JOSE
public import Secrets

/// Proves possession of the key that an access token is bound to (RFC 9449 section 7.1), for requests that you send
/// yourself.
///
/// The key stays inside. Ask ``OAuthTokenManager/dpop(forAccessToken:)`` for it.
public struct DPoP: Sendable {
  /// The name of the header that a proof stands in.
  public static let headerName = "DPoP"
  /// The name of the header that a server gives its nonce in (RFC 9449 section 8).
  public static let nonceHeaderName = "DPoP-Nonce"

  /// The SHA-256 thumbprint of the public key (RFC 7638), as in `cnf.jkt`.
  public var thumbprint: String { key.thumbprint }
  private let key: DPoPKey
  private let clock: OAuthClock

  init(_ key: DPoPKey, clock: OAuthClock) {
    self.key = key
    self.clock = clock
  }

  /// Makes the value of the `DPoP` header for one sending of one request; a repetition needs another one.
  ///
  /// Present the token as `Authorization: DPoP …` beside it.
  ///
  /// - Parameters:
  ///   - httpMethod: Such as `GET`, in capitals.
  ///   - url: Where the request goes; query and fragment are left out of the proof.
  ///   - nonce: What this server gave last, if anything: ``nonce(in:)``.
  ///   - accessToken: What is presented along with it.
  /// - Returns: The proof, ASCII; good for this request alone.
  /// - Throws: `.configuration` for a URL, a method or a nonce that cannot be used.
  public func headerValue(
    httpMethod: String,
    url: String,
    nonce: String? = nil,
    accessToken: SecretBytes
  ) throws(OAuthError) -> String {
    guard let target = HTTPURL(url) else {
      throw Self.problem("the URL is no absolute http or https URL in plain ASCII")
    }
    guard !httpMethod.isEmpty, httpMethod.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw Self.problem("the method is no word in capitals such as GET")
    }
    var given: DPoPNonce?
    if let nonce {
      guard let usable = DPoPNonce(nonce) else {
        throw Self.problem("the nonce is none that RFC 9449 allows: take it from the header")
      }
      given = usable
    }
    let proof = DPoPProof(
      method: httpMethod,
      target: target.proofTarget,
      issuedAt: Int64(clock.now().rounded(.down)),
      accessToken: accessToken,
      nonce: given
    )
    return try proof.header(with: key).withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// Reads a server's nonce from the header lines of its answer: use it in the next proof for that origin.
  ///
  /// With a 401 that asks for it (`use_dpop_nonce`) the same request may be sent once more.
  ///
  /// - Parameter headers: All lines of the answer.
  /// - Returns: Nil if there is none, several, or one that is too long or malformed.
  public static func nonce(in headers: [HeaderField]) -> String? {
    let name = nonceHeaderName.lowercased()
    let values = headers.filter { $0.name.lowercased() == name }
    return values.count == 1 ? DPoPNonce(values[0].value)?.text : nil
  }

  private static func problem(_ text: String) -> OAuthError {
    .configuration(ConfigurationProblem(.request, "a proof of possession cannot be made: \(text)"))
  }
}

extension ResourceResponse {
  /// The nonce that the server wants in the next proof (RFC 9449 section 9); nil if it gave none that can be used.
  public var dpopNonce: String? { DPoP.nonce(in: headers) }
}
