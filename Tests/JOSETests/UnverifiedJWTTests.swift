import JOSE
import JSON
import Secrets
import Testing

@Suite struct `An unverified JWT` {
  private static func token(_ header: String, _ payload: String, _ rest: String = "AAAA") -> String
  {
    [Base64URL.encode(Array(header.utf8)), Base64URL.encode(Array(payload.utf8)), rest]
      .joined(separator: ".")
  }

  @Test func `of Keycloak's refresh kind hints at issuer, client and purpose`() throws {
    let read = try #require(
      UnverifiedJWT(
        secret(
          Self.token(
            #"{"alg":"HS512","typ":"JWT","kid":"k"}"#,
            #"{"iss":"https://kc.example/realms/x","azp":"app","aud":"https://kc.example/realms/x","#
              + #""exp":1800000300,"iat":1800000000.5,"sid":"s","typ":"Offline"}"#
          )
        )
      )
    )
    #expect(read.kind == .signed)
    #expect(read.algorithm == "HS512")
    #expect(read.type == "Offline")
    #expect(read.issuer == "https://kc.example/realms/x")
    #expect(read.authorizedParty == "app")
    #expect(read.audience == ["https://kc.example/realms/x"])
    #expect(read.expiry?.seconds == 1_800_000_300)
    #expect(read.issuedAt?.seconds == 1_800_000_000.5)
    #expect(read.sessionID == "s")
  }

  @Test func `that is unsigned is read all the same`() {
    #expect(UnverifiedJWT(secret(Self.token(#"{"alg":"none"}"#, "{}", "")))?.algorithm == "none")
  }

  @Test func `that is encrypted hints at its algorithm only`() throws {
    let header = Base64URL.encode(Array(#"{"alg":"RSA-OAEP","enc":"A256GCM"}"#.utf8))
    let read = try #require(UnverifiedJWT(secret(header + ".AA.AA.AA.AA")))
    #expect(read.kind == .encrypted)
    #expect(read.algorithm == "RSA-OAEP")
    #expect(read.issuer == nil)
  }

  @Test func `with odd claims has none of them`() throws {
    let long = String(repeating: "x", count: 2000)
    let read = try #require(
      UnverifiedJWT(
        secret(
          Self.token(
            #"{"alg":"RS256"}"#,
            #"{"iss":5,"azp":["a"],"aud":{},"exp":"soon","iat":1700000000000,"sid":""# + long
              + #""}"#
          )
        )
      )
    )
    #expect(read.issuer == nil)
    #expect(read.authorizedParty == nil)
    #expect(read.audience.isEmpty)
    #expect(read.expiry == nil)
    #expect(read.issuedAt == nil)
    #expect(read.sessionID == nil)
  }

  @Test func `names at most sixteen audiences`() throws {
    let many = JSONNode.object([("aud", .array((0..<50).map { .string("a\($0)") }))])
    let payload = String(decoding: many.encoded(), as: UTF8.self)
    let read = try #require(UnverifiedJWT(secret(Self.token(#"{"alg":"ES256"}"#, payload))))
    #expect(read.audience.count == 16)
  }

  @Test(arguments: [
    "", "e", "eyJ", "....", "e....", "eyJhbGciOiJub25lIn0", "eyJhbGciOiJub25lIn0.e30",
    "eyJhbGciOiJub25lIn0.e30.a.b", "eyJhbGciOiJub25lIn0.W10.AA", "eyJhbGciOiJub25lIn0.!.AA",
    "e30.e30.AA", "1//0g-opaque.refresh.token", "eyJhbGciOiJub25lIn0.e30.a.b.c.d.e",
  ])
  func `that is junk is nothing`(_ junk: String) {
    #expect(UnverifiedJWT(secret(junk)) == nil)
  }

  @Test func `over 64 KiB is nothing`() {
    let blanks = String(repeating: " ", count: 50_000)
    #expect(UnverifiedJWT(secret(Self.token(#"{"alg":"none"}"#, "{" + blanks + "}"))) == nil)
    #expect(UnverifiedJWT(secret(String(repeating: "e", count: 1_000_000))) == nil)
  }
}
