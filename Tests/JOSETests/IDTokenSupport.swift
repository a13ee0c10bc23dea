import Crypto
import JOSE
import JSON
import Secrets

/// One sign-in and the token that answers it, to be spoiled one thing at a time.
struct Scene: Sendable {
  static let now = 1_800_000_000.0

  var claims: JSONNode
  var header: [(String, JSONNode)] = [("kid", "k"), ("typ", "JWT")]
  var algorithm = JWSAlgorithm.es256
  var expectations: IDTokenExpectations
  var clockShift = 0.0
  var leeway = 60
  var serverDate: Double?

  init() {
    claims = .object([
      ("iss", "https://op.example/"), ("sub", "user-MARK"), ("aud", "example-app"),
      ("exp", .double(Self.now + 300)), ("iat", .double(Self.now)), ("nonce", "nonce-MARK"),
      ("email", "mail-MARK@example.com"), ("name", "name-MARK"),
    ])
    expectations = IDTokenExpectations(
      issuer: "https://op.example/",
      clientID: "example-app",
      nonce: secret("nonce-MARK"),
      accessToken: secret("at-MARK")
    )
  }

  /// Changes claims; nil takes one out.
  func claiming(_ changes: [(String, JSONNode?)]) -> Scene {
    var scene = self
    scene.claims = claims.changing(changes)
    return scene
  }

  /// Changes anything.
  func with(_ change: (inout Scene) -> Void) -> Scene {
    var scene = self
    change(&scene)
    return scene
  }

  var clock: IDTokenClock {
    IDTokenClock(
      now: NumericDate(seconds: Self.now + clockShift),
      leeway: leeway,
      serverDate: serverDate.map { NumericDate(seconds: $0) }
    )
  }

  func token() throws -> SecretBytes {
    try JWSSigner.sign(header: header, claims: claims, key: Keys.signing(algorithm))
  }

  func keys() throws -> JWKSet {
    try keySet([Keys.signing(algorithm).publicJWK(keyID: "k")])
  }

  /// The validator's verdict: nil if it accepts.
  func failure() throws -> IDTokenFailure? {
    try failure(of: token())
  }

  func failure(of token: SecretBytes) throws -> IDTokenFailure? {
    let keys = try keys()
    do throws(IDTokenFailure) {
      _ = try IDTokenValidator(expectations).validate(token, keys: keys, clock: clock)
      return nil
    } catch {
      return error
    }
  }

  func accepted() throws -> IDTokenClaims {
    try IDTokenValidator(expectations).validate(token(), keys: keys(), clock: clock)
  }

  /// `at_hash` for an access token under an algorithm.
  static func hash(_ accessToken: String, _ algorithm: JWSAlgorithm) -> String {
    let digest = algorithm.hash.digest(secret(accessToken))
    return Base64URL.encode(Array(digest.prefix(digest.count / 2)))
  }
}
