import Crypto
import JOSE
import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// The thumbprint of the key that a DPoP proof was made with (RFC 9449 section 4.3); nil without a proof.
  func proofKey(
    of request: LoopbackRequest,
    to url: String,
    accessToken: SecretBytes?
  ) throws(Refusal) -> String? {
    guard configuration.offersDPoP else { return nil }
    guard request.headers.contains(where: { $0.name == "dpop" }) else { return nil }
    guard let proof = request.secretHeader("dpop"), let (key, claims) = Self.opened(proof.text)
    else { throw Refusal(400, "invalid_dpop_proof", "no valid proof") }
    let hash = accessToken.map { Base64URL.encode(HashAlgorithm.sha256.digest($0)) }
    guard claims["htm"]?.string() == request.method, claims["htu"]?.string() == url,
      let issuedAt = claims["iat"]?.int(), abs(issuedAt - now) <= 60,
      let id = claims["jti"]?.string(), claims["ath"]?.string() == hash
    else { throw Refusal(400, "invalid_dpop_proof", "htm, htu, iat, jti or ath is wrong") }
    let nonce = claims["nonce"]?.string()
    let isNew = world.withLock { $0.proofs.insert(id).inserted }
    guard isNew else { throw Refusal(400, "invalid_dpop_proof", "the proof was used before") }
    if configuration.requiresDPoPNonce, nonce != world.withLock({ $0.proofNonce }) {
      throw Refusal(400, "use_dpop_nonce", "a nonce is required")
    }
    if configuration.renewsDPoPNonce { world.withLock { $0.proofNonce = World.handle() } }
    return key
  }

  /// The answer to a refusal, with the nonce that the next proof needs (RFC 9449 section 8).
  func withProofNonce(_ refusal: Refusal) -> Reply {
    var reply = refusal.reply
    if refusal.code == "use_dpop_nonce", !configuration.renewsDPoPNonce {
      reply.response.headers.append(("DPoP-Nonce", world.withLock { $0.proofNonce }))
    }
    return reply
  }

  private static func opened(_ text: String) -> (key: String, claims: JSONValue)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let header = Base64URL.decode(String(parts[0])).flatMap(json),
      let claims = Base64URL.decode(String(parts[1])).flatMap(json),
      let signature = Base64URL.decode(String(parts[2])),
      header["typ"]?.string() == "dpop+jwt",
      let algorithm = header["alg"]?.string().flatMap(JWSAlgorithm.init),
      let jwk = header["jwk"].flatMap({ try? JWK($0) })
    else { return nil }
    let message = Array("\(parts[0]).\(parts[1])".utf8)
    guard
      (try? jwk.key.verify(signature.span, of: message.span, algorithm: algorithm)) == true
    else { return nil }
    return (jwk.numbers.thumbprint, claims)
  }

  private static func json(_ bytes: [UInt8]) -> JSONValue? {
    (try? JSONDocument(parsing: SecretBytes(copying: bytes)))?.root
  }
}
