import Crypto
import JOSE
import JSON
import Secrets
import Testing

@Suite struct `A key of a set` {
  private static func problem(_ node: JSONNode) -> JWKProblem? {
    (try? keySet([node]))?.skipped.first?.problem
  }

  private static func rsa() throws -> JSONNode {
    try Keys.signing(.rs256).publicJWK(keyID: "r")
  }

  private static func ec() throws -> JSONNode {
    try Keys.signing(.es256).publicJWK(keyID: "e")
  }

  @Test(arguments: JWSAlgorithm.allCases)
  func `fits its own algorithm alone when it names one`(_ algorithm: JWSAlgorithm) throws {
    let node = try Keys.signing(algorithm).publicJWK(keyID: "k")
    let named = try #require(keySet([node]).keys.first)
    #expect(JWSAlgorithm.allCases.filter(named.fits) == [algorithm])
    let unnamed = try #require(keySet([node.changing([("alg", nil)])]).keys.first)
    let family = JWSAlgorithm.allCases.filter {
      $0.rawValue.hasPrefix("ES") ? $0 == algorithm : !algorithm.rawValue.hasPrefix("ES")
    }
    #expect(JWSAlgorithm.allCases.filter(unnamed.fits) == family)
  }

  @Test func `may have members that nobody knows, a null kid, and no use`() throws {
    let node = try Self.rsa().changing([
      ("use", nil), ("kid", nil), ("x5c", ["MIIB"]), ("x5t", "abc"), ("exp", 1),
    ])
    let set = try keySet([node])
    #expect(set.keys.count == 1)
    #expect(set.keys.first?.keyID == nil)
    #expect(!set.containsPrivateKey)
  }

  static let rsaFaults: [(String, [(String, JSONNode?)], JWKProblem)] = [
    ("use enc", [("use", "enc")], .purpose("use is not sig")),
    ("use a number", [("use", 1)], .purpose("use is not sig")),
    ("key_ops encrypt", [("key_ops", ["encrypt"])], .purpose("key_ops lacks verify")),
    ("key_ops a string", [("key_ops", "verify")], .malformed("key_ops is no array of strings")),
    (
      "alg RSA-OAEP", [("alg", "RSA-OAEP")],
      .algorithm("its alg is not one of RS, PS and ES with 256, 384 or 512")
    ),
    (
      "alg HS256", [("alg", "HS256")],
      .algorithm("its alg is not one of RS, PS and ES with 256, 384 or 512")
    ),
    ("alg ES256", [("alg", "ES256")], .algorithm("ES256 needs another kind of key")),
    ("alg null", [("alg", nil), ("alg", .null)], .malformed("alg is no string")),
    ("no n", [("n", nil)], .malformed("n is missing or no base64url")),
    ("padded e", [("e", "AQAB=")], .malformed("e is missing or no base64url")),
    ("n a number", [("n", 3)], .malformed("n is missing or no base64url")),
    (
      "huge n", [("n", .string(String(repeating: "_", count: 4097)))],
      .malformed("n is missing or no base64url")
    ),
    (
      "e of one", [("e", "AQ")],
      .weak("the exponent must be odd, at least 3, and have at most 64 bits")
    ),
    (
      "n of 1024 bits", [("n", .string(String(repeating: "_", count: 170) + "8"))],
      .weak("the modulus must be odd and have 2048 to 16384 bits, not 1024")
    ),
    (
      "n of 1008 bits", [("n", .string(String(repeating: "_", count: 168)))],
      .weak("the modulus must be odd and have 2048 to 16384 bits, not 1008")
    ),
    ("kty EC", [("kty", "EC")], .type("a curve other than P-256, P-384 and P-521")),
    ("kty OKP", [("kty", "OKP"), ("crv", "Ed25519")], .type("a kty other than RSA and EC")),
    ("kty rsa", [("kty", "rsa")], .type("a kty other than RSA and EC")),
    ("no kty", [("kty", nil)], .type("a kty other than RSA and EC")),
    ("oct", [("kty", "oct"), ("k", "c2VjcmV0")], .symmetric),
    ("with d", [("d", "AQAB")], .privateKey),
    ("with p and q", [("p", "AQAB"), ("q", "AQAB")], .privateKey),
    ("with k", [("k", "AQAB")], .privateKey),
  ]

  @Test(arguments: rsaFaults)
  func `is skipped for its fault, and used without it`(
    _ name: String,
    _ changes: [(String, JSONNode?)],
    _ problem: JWKProblem
  ) throws {
    let good = try Self.rsa()
    #expect(Self.problem(good) == nil)
    #expect(Self.problem(good.changing(changes)) == problem)
  }

  @Test func `off its curve, on another curve or cut short is skipped`() throws {
    let good = try Self.ec()
    #expect(Self.problem(good) == nil)
    for changes: [(String, JSONNode?)] in [
      [("crv", "P-384")], [("crv", "secp256k1")], [("x", "AAAA")],
      [("x", .string(String(repeating: "A", count: 43)))], [("y", nil)], [("crv", nil)],
    ] {
      #expect(Self.problem(good.changing(changes)) != nil)
    }
  }

  // RFC 7638 section 3.1.
  @Test func `has the thumbprint of the RFC's example`() throws {
    let modulus =
      "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_"
      + "BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_"
      + "FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4"
      + "vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"
    let node = JSONNode.object([
      ("kty", "RSA"), ("n", .string(modulus)), ("e", "AQAB"), ("alg", "RS256"),
      ("kid", "2011-04-29"),
    ])
    let key = try #require(keySet([node]).keys.first)
    #expect(key.numbers.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
  }
}

@Suite struct `A key set` {
  @Test func `keeps the good keys and says why it skips the others`() throws {
    let good = try Keys.signing(.es384).publicJWK(keyID: "good")
    let set = try keySet([["kty": "oct", "k": "AAAA", "kid": "s"], good, 7, .null])
    #expect(set.keys.map(\.keyID) == ["good"])
    #expect(set.skipped.map(\.position) == [0, 2, 3])
    #expect(set.skipped.map(\.keyID) == ["s", nil, nil])
    #expect(
      set.skipped.map(\.problem) == [
        .symmetric, .malformed("not an object"), .malformed("not an object"),
      ]
    )
    #expect(set.containsPrivateKey)
  }

  @Test func `uses a hundred keys and no more`() throws {
    let key = try Keys.signing(.es256).publicJWK(keyID: "k")
    #expect(try keySet(Array(repeating: key, count: 100)).skipped.isEmpty)
    let set = try keySet(Array(repeating: key, count: 150))
    #expect(set.keys.count == 100)
    #expect(set.skipped == [.init(position: 100, keyID: "k", problem: .beyondLimit)])
  }

  @Test(arguments: [
    "[]", "{}", "{\"keys\":{}}", "{\"keys\":null}", "null", "{\"keys\":[],\"keys\":[]}",
  ])
  func `is an object with one array of keys`(_ text: String) {
    #expect(throws: JWKSetFailure.notASet) { _ = try JWKSet(parsing: secret(text)) }
  }

  @Test func `may be empty`() throws {
    #expect(try keySet([]).keys.isEmpty)
  }

  @Test func `that is an HTML page says where the JSON breaks`() throws {
    do throws(JWKSetFailure) {
      _ = try JWKSet(parsing: secret("<html>"))
      Issue.record("HTML was taken for a key set")
    } catch {
      #expect(error.description.hasPrefix("the key set is no JSON: "))
    }
  }

  @Test func `over 256 KiB is not read`() throws {
    let blank = String(repeating: " ", count: JWKSet.maximumBytes - 11)
    #expect(try JWKSet(parsing: secret("{\"keys\":[]}" + blank)).keys.isEmpty)
    #expect(throws: JWKSetFailure.tooLarge) {
      _ = try JWKSet(parsing: secret("{\"keys\":[]}" + blank + " "))
    }
  }

  @Test func `with a member twice in a key skips that key`() throws {
    let node = try Keys.signing(.es256).publicJWK(keyID: "a")
    guard case .object(let members) = node else { return }
    let twice = JSONNode.object(members + [JSONNode.Member("kid", "b")])
    #expect(try keySet([twice]).skipped.map(\.problem) == [.malformed("a member twice")])
  }
}
