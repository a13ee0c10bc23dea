import Crypto
import JOSE
import JSON
import POSIX
import Secrets

/// What `make bench` measures inside a process; it prints how many a second.
///
/// `benchmarks signature SECONDS` checks signatures of ID tokens that are taken apart: SHA-256 and RS256 with a key of
/// 2048 bits. `benchmarks id-token SECONDS` goes from the compact form to believed claims: parsing, the signature, and
/// every rule.
@main
enum Benchmarks {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    guard let what = words.first, ["signature", "id-token"].contains(what), words.count == 2,
      let seconds = words.last.flatMap(Double.init)
    else {
      print("usage: benchmarks signature|id-token SECONDS")
      return
    }
    let sample = try Sample()
    switch what {
    case "signature":
      let jws = try JWS(parsing: sample.token)
      print(try rate(seconds) { _ = try jws.verify(with: sample.keys) })
    default:
      print(
        try rate(seconds) {
          _ = try sample.validator.validate(sample.token, keys: sample.keys, clock: sample.clock)
        }
      )
    }
  }

  static func rate(_ seconds: Double, _ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    while clock.now - start < .seconds(seconds) {
      for _ in 0..<100 { try work() }
      count += 100
    }
    return Double(count) / ((clock.now - start) / .seconds(1))
  }
}

/// An ID token as providers make it, and all that it takes to believe it.
private struct Sample {
  let token: SecretBytes
  let keys: JWKSet
  let validator: IDTokenValidator
  let clock: IDTokenClock

  init() throws {
    let key = JWSSigningKey.rsa(try RSAPrivateKey(), .rs256)
    let now = Double(WallClock.secondsSince1970)
    let second = JSONNode.int(Int64(now))
    self.token = try JWSSigner.sign(
      header: [("kid", "key-1"), ("typ", "JWT")],
      claims: [
        "iss": "https://id.example.com", "sub": "248289761001", "aud": "example-app",
        "nonce": "n-0S6_WzA2Mj", "exp": .int(Int64(now) + 300), "iat": second, "auth_time": second,
        "name": "Jane Doe", "email": "janedoe@example.com",
      ],
      key: key
    )
    let published: JSONNode = ["keys": [key.publicJWK(keyID: "key-1")]]
    self.keys = try JWKSet(JSONDocument(parsing: SecretBytes(copying: published.encoded())).root)
    self.validator = IDTokenValidator(
      IDTokenExpectations(
        issuer: "https://id.example.com",
        clientID: "example-app",
        nonce: SecretBytes(copying: "n-0S6_WzA2Mj".utf8)
      )
    )
    self.clock = IDTokenClock(now: NumericDate(seconds: now))
  }
}
