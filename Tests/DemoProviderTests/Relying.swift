import Crypto
import DemoProvider
import HTTP
import JOSE
import JSON
import Loopback
import Secrets
import Testing

/// A client of the provider's that does by hand what a library would.
struct Relying {
  static let redirect = "http://127.0.0.1:4/callback"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  let provider: DemoProvider
  let client = Client()
  var id = "migrated-app"

  func url(_ endpoint: DemoEndpoint) throws -> HTTPURL {
    try #require(HTTPURL(provider.url(of: endpoint)))
  }

  /// An authorization request; `changes` replaces parameters, nil leaves one out.
  func request(_ changes: [String: String?] = [:]) throws -> HTTPURL {
    var parameters: [String: String?] = [
      "response_type": "code", "client_id": id, "redirect_uri": Self.redirect,
      "scope": "openid profile offline_access", "state": "state&1", "nonce": "nonce-1",
      "code_challenge": Self.challenge, "code_challenge_method": "S256",
    ]
    parameters.merge(changes) { $1 }
    let items = parameters.compactMap { name, value in value.map { QueryItem(name, $0) } }
    return try #require(url(.authorize).appending(items.sorted { $0.name < $1.name }))
  }

  /// The parameters that come back to the redirect URI; nil if a page was shown instead.
  func answer(
    _ request: HTTPURL,
    browser: HeadlessBrowser = HeadlessBrowser()
  ) async throws -> [String: String]? {
    let end = try await browser.open(request.text) { $0.hasPrefix(Self.redirect) }
    guard case .handedOver(let address) = end else { return nil }
    let items = try #require(HTTPURL(address)?.queryItems)
    return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value) })
  }

  func post(_ endpoint: DemoEndpoint, _ form: KeyValuePairs<String, FieldValue>) async throws
    -> Response
  {
    try await client.send(.post(url(endpoint), form: FormBody(form)))
  }

  func redeem(_ code: String, verifier: String = Relying.verifier) async throws -> Response {
    try await post(
      .token,
      [
        "grant_type": "authorization_code", "client_id": .plain(id), "code": .plain(code),
        "redirect_uri": .plain(Self.redirect), "code_verifier": .plain(verifier),
      ]
    )
  }

  func refresh(_ token: SecretBytes?) async throws -> Response {
    try await post(
      .token,
      [
        "grant_type": "refresh_token", "client_id": .plain(id),
        "refresh_token": .secret(try #require(token)),
      ]
    )
  }

  func signIn() async throws -> JSONValue {
    let code = try #require(try await answer(request())?["code"])
    let response = try await redeem(code)
    #expect(response.status == 200)
    return try response.json
  }

  func keys() async throws -> JWKSet {
    try JWKSet(parsing: try await client.send(Request(url: url(.jwks))).body)
  }
}

extension Response {
  var json: JSONValue {
    get throws { try JSONDocument(parsing: body).root }
  }

  var error: String? { (try? json)?["error"]?.string() }
}

func claims(of token: SecretBytes) throws -> JSONValue {
  try JSONDocument(parsing: JWS(parsing: token).payload).root
}
