import Crypto
import DemoProvider
import FoundationEssentials
import HTTP
import JOSE
import JSON
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Proofs of possession at the demonstration provider` {
  let relying: Relying
  let key: JWSSigningKey

  init() throws {
    relying = Relying(provider: try DemoProvider(DemoConfiguration(requiresDPoPNonce: true)))
    key = .ec(try ECPrivateKey(generatingOn: .p256))
  }

  func proof(
    _ method: String,
    _ url: String,
    nonce: String? = nil,
    token: SecretBytes? = nil
  ) throws -> Request.Header {
    var claims: [(String, JSONNode)] = [
      ("jti", .string("\(UInt64.random(in: 0...UInt64.max))")), ("htm", .string(method)),
      ("htu", .string(url)), ("iat", .int(Int64(Date().timeIntervalSince1970))),
    ]
    if let nonce { claims.append(("nonce", .string(nonce))) }
    if let token {
      claims.append(("ath", .string(Base64URL.encode(HashAlgorithm.sha256.digest(token)))))
    }
    let signed = try JWSSigner.sign(
      header: [("typ", "dpop+jwt"), ("jwk", key.publicJWK(keyID: nil))],
      claims: .object(claims),
      key: key
    )
    return .init("DPoP", .secret(signed))
  }

  func redeem(_ proof: Request.Header, code: String) async throws -> Response {
    let form = FormBody([
      "grant_type": "authorization_code", "client_id": "migrated-app", "code": .plain(code),
      "redirect_uri": .plain(Relying.redirect), "code_verifier": .plain(Relying.verifier),
    ])
    return try await relying.client.send(.post(relying.url(.token), form: form, headers: [proof]))
  }

  @Test func `tokens are bound to the key, and every proof needs the nonce`() async throws {
    let address = relying.provider.url(of: .token)
    let code = try #require(try await relying.answer(relying.request())?["code"])
    let refused = try await redeem(proof("POST", address), code: code)
    #expect(refused.error == "use_dpop_nonce")
    let nonce = try #require(refused.headers["dpop-nonce"])

    let good = try proof("POST", address, nonce: nonce)
    let tokens = try await redeem(good, code: code).json
    #expect(tokens["token_type"]?.string() == "DPoP")
    let token = try #require(tokens["access_token"]?.secret())
    #expect(try await redeem(good, code: code).error == "invalid_dpop_proof")

    let resource = relying.provider.url(of: .api)
    let get = { (scheme: String, proof: Request.Header?) in
      let value = Array("\(scheme) ".utf8) + token.withBytes { b in b.indices.map { b[$0] } }
      let header = Request.Header("Authorization", .secret(SecretBytes(copying: value)))
      let url = try #require(HTTPURL(resource))
      let headers = [header] + [proof].compactMap(\.self)
      return try await relying.client.send(Request(url: url, headers: headers))
    }
    let bound = try proof("GET", resource, nonce: nonce, token: token)
    #expect(try await get("DPoP", bound).status == 200)
    #expect(try await get("Bearer", nil).status == 401)
    let unbound = try proof("GET", resource, nonce: nonce)
    let answer = try await get("DPoP", unbound)
    #expect(answer.status == 401)
    #expect(answer.headers["www-authenticate"]?.hasPrefix("DPoP") == true)
  }
}
