import Crypto
import JOSE
import JSON
import Secrets
import TestSupport
import Testing

@Suite struct `A proof of possession` {
  /// The example of RFC 9449 figure 2, key and all.
  private static let example =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0Vj"
    + "NoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5"
    + "VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TV"
    + "CIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8"
    + "lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"

  /// Header and claims of a proof whose signature its own key has verified.
  private static func opened(_ proof: String) throws -> (header: JSONValue, claims: JSONValue) {
    let parts = proof.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try #require(parts.count == 3)
    let decoded = try parts.map { try #require(Base64URL.decode($0)) }
    let header = try json(String(decoding: decoded[0], as: UTF8.self))
    let key = try JWK(#require(header["jwk"]))
    let message = Array("\(parts[0]).\(parts[1])".utf8)
    let signature = decoded[2]
    let isGenuine = try key.key.verify(signature.span, of: message.span, algorithm: .es256)
    try #require(isGenuine)
    return (header, try json(String(decoding: decoded[1], as: UTF8.self)))
  }

  private static func names(_ value: JSONValue) -> [String] { value.members.map(\.name) }

  @Test func `is read as the RFC's own example is`() throws {
    let theirs = try Self.opened(Self.example)
    let key = try DPoPKey()
    let proof = DPoPProof(
      method: "POST",
      target: "https://server.example.com/token",
      issuedAt: 1_562_262_616,
      id: "-BwC3ESc6acc2lTc"
    )
    let ours = try Self.opened(text(proof.signed(with: key)))
    for name in ["typ", "alg"] {
      #expect(ours.header[name]?.string() == theirs.header[name]?.string())
    }
    for name in ["jti", "htm", "htu"] {
      #expect(ours.claims[name]?.string() == theirs.claims[name]?.string())
    }
    #expect(ours.claims["iat"]?.int() == theirs.claims["iat"]?.int())
    #expect(Self.names(ours.claims).sorted() == Self.names(theirs.claims).sorted())
    #expect(Self.names(ours.header).sorted() == Self.names(theirs.header).sorted())
    let numbers = try JWK(#require(theirs.header["jwk"])).numbers
    // RFC 9449 section 6.1.
    #expect(numbers.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
  }

  @Test func `has the hash of the token and the nonce only where they are given`() throws {
    let key = try DPoPKey()
    var proof = DPoPProof(method: "GET", target: "https://resource.example.org/x", issuedAt: 7)
    let bare = try Self.opened(text(proof.signed(with: key))).claims
    #expect(Self.names(bare) == ["jti", "htm", "htu", "iat"])
    // RFC 9449 section 7.1.
    proof.accessToken = secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU")
    proof.nonce = DPoPNonce("eyJ7S_zG.eyJH0-Z.HX4w-7v")
    let full = try Self.opened(text(proof.signed(with: key))).claims
    #expect(full["ath"]?.string() == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    #expect(full["nonce"]?.string() == "eyJ7S_zG.eyJH0-Z.HX4w-7v")
  }

  @Test func `shows the public half of the key and nothing of the private one`() throws {
    let key = try DPoPKey()
    let proof = DPoPProof(method: "GET", target: "https://a.example/", issuedAt: 0)
    let jwk = try #require(Self.opened(text(proof.signed(with: key))).header["jwk"])
    #expect(Self.names(jwk) == ["crv", "kty", "x", "y"])
    #expect(try JWK(jwk).numbers.thumbprint == key.thumbprint)
  }

  @Test func `has another identifier each time, of 128 random bits`() {
    let ids = (0..<200 as Range<Int>).map { _ in DPoPProof.freshID() }
    #expect(Set(ids).count == 200)
    #expect(ids.allSatisfy { Base64URL.decode($0)?.count == 16 })
  }

  @Test func `is made with the same key after that was stored and taken up again`() throws {
    let key = try DPoPKey()
    let again = try DPoPKey(secret: key.secret)
    #expect(again.thumbprint == key.thumbprint)
    let proof = DPoPProof(method: "GET", target: "https://a.example/", issuedAt: 0)
    let jwk = try #require(Self.opened(text(proof.signed(with: again))).header["jwk"])
    #expect(try JWK(jwk).numbers.thumbprint == key.thumbprint)
    #expect(try DPoPKey().thumbprint != key.thumbprint)
  }

  @Test(arguments: [
    [], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32),
    [UInt8](repeating: 1, count: 31), [UInt8](repeating: 1, count: 33),
  ])
  func `is made with no bytes that are no key`(bytes: [UInt8]) throws {
    #expect(throws: CryptoFailure.self) { try DPoPKey(secret: SecretBytes(copying: bytes)) }
    _ = try DPoPKey(secret: SecretBytes(copying: [UInt8](repeating: 1, count: 32)))
  }

  @Test(arguments: [
    ("n", true), ("!#$[]~", true), (String(repeating: "n", count: 1024), true),
    ("", false), (String(repeating: "n", count: 1025), false), ("a b", false), ("a\"b", false),
    ("a\\b", false), ("a\r\nX: y", false), ("a\u{7F}", false), ("n\u{E9}", false),
  ])
  func `takes no nonce that RFC 9449 does not allow or that is too long`(
    nonce: String,
    isTaken: Bool
  ) {
    #expect((DPoPNonce(nonce) != nil) == isTaken)
  }

  @Test(arguments: ["", "x"])
  func `is verified by a reader of others, for what it says and nothing else`(
    added: String
  ) async throws {
    let key = try DPoPKey()
    let proof = DPoPProof(method: "GET", target: "https://a.example/x", issuedAt: 1_700_000_000)
    let parts = try text(proof.signed(with: key)).split(separator: ".").map(String.init)
    let header = try #require(Base64URL.decode(parts[0]))
    let jwk = try #require(json(String(decoding: header, as: UTF8.self))["jwk"])
    let numbers = try [#require(jwk["x"]?.string()), #require(jwk["y"]?.string())]
      .map { try #require(Base64URL.decode($0)) }
    let signature = try #require(Base64URL.decode(parts[2]))
    let given = ([numbers[0][...], numbers[1][...], signature[..<32], signature[32...]])
      .map { "0x\(Self.hex($0))" }.joined(separator: ", ")
    let temporary = try TemporaryFolder()
    let message = "\(parts[0]).\(parts[1])\(added)"
    let program = "message, x, y, r, s = '\(message)', \(given)\n\(Self.reader)"
    guard added.isEmpty else {
      await #expect(throws: PythonFailure.self) {
        try await Python.run(program, in: temporary.path)
      }
      return
    }
    try await Python.run(program, in: temporary.path)
  }

  /// The curve's equation and ECDSA (FIPS 186-5) in whole numbers, without any library of ours.
  private static let reader = """
    import hashlib
    p = 2**256 - 2**224 + 2**192 + 2**96 - 1
    n = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
    b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
    g = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
         0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)
    assert (y * y - (x**3 - 3 * x + b)) % p == 0
    def add(a, c):
      if a is None: return c
      if c is None: return a
      if a[0] == c[0]:
        if (a[1] + c[1]) % p == 0: return None
        m = (3 * a[0] ** 2 - 3) * pow(2 * a[1], -1, p) % p
      else: m = (c[1] - a[1]) * pow(c[0] - a[0], -1, p) % p
      v = (m * m - a[0] - c[0]) % p
      return v, (m * (a[0] - v) - a[1]) % p
    def times(k, a):
      out = None
      while k:
        if k & 1: out = add(out, a)
        a, k = add(a, a), k >> 1
      return out
    e = int.from_bytes(hashlib.sha256(message.encode()).digest(), 'big')
    w = pow(s, -1, n)
    point = add(times(e * w % n, g), times(r * w % n, (x, y)))
    assert point and point[0] % n == r
    """

  private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0\(digits)" : digits
    }.joined()
  }
}
