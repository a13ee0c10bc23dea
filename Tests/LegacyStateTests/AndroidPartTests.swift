import Database
import Foundation
import LegacyState
import Secrets
import Testing

private let configuration =
  #"{"authorizationEndpoint":"https://id.example/a","tokenEndpoint":"https://id.example/t","#
  + #""discoveryDoc":{"issuer":"https://id.example","revocation_endpoint":"https://id.example/r"}}"#

private let tokenRequest =
  #"{"configuration":\#(configuration),"clientId":"client-1","nonce":"n-1","#
  + #""grantType":"authorization_code","redirectUri":"app:/cb","scope":"openid","#
  + #""authorizationCode":"code-0123456789","codeVerifier":"verifier-0123456789","#
  + #""additionalParameters":{}}"#
private let refreshRequest =
  #"{"configuration":\#(configuration),"clientId":"client-1","grantType":"refresh_token","#
  + #""refreshToken":"rt-0123456789","additionalParameters":{}}"#
private let authorizationRequest =
  #"{"configuration":\#(configuration),"clientId":"client-1","responseType":"code","#
  + #""redirectUri":"app:/cb","scope":"openid email","state":"s","nonce":"n","#
  + #""codeVerifier":"verifier-0123456789","codeVerifierChallenge":"x","#
  + #""codeVerifierChallengeMethod":"S256","additionalParameters":{}}"#
private let registrationRequest =
  #"{"configuration":\#(configuration),"redirect_uris":["app:/cb"],"application_type":"native","#
  + #""token_endpoint_auth_method":"client_secret_basic"}"#
private let endSessionRequest =
  #"{"configuration":\#(configuration),"id_token_hint":"it-0123456789","state":"s","#
  + #""post_logout_redirect_uri":"app:/out"}"#

/// What `jsonSerialize()` of one class wrote, and the credentials in it.
struct AndroidPartCase: Sendable, CustomTestStringConvertible {
  let name: String
  let json: String
  let roles: [LegacyToken.Role]
  var client: String? = "client-1"

  var testDescription: String { name }

  static let all = [
    AndroidPartCase(
      name: "TokenResponse",
      json: #"{"request":\#(tokenRequest),"token_type":"Bearer","access_token":"at-0123456789","#
        + #""expires_at":1700000000000,"id_token":"it-0123456789","refresh_token":"rt-0123456789","#
        + #""scope":"openid","additionalParameters":{}}"#,
      roles: [.refresh, .access, .id, .authorizationCode, .codeVerifier]
    ),
    AndroidPartCase(
      name: "AuthorizationResponse",
      json: #"{"request":\#(authorizationRequest),"state":"s","code":"code-0123456789","#
        + #""additional_parameters":{}}"#,
      roles: [.authorizationCode, .codeVerifier]
    ),
    AndroidPartCase(
      name: "AuthorizationRequest",
      json: authorizationRequest,
      roles: [.codeVerifier]
    ),
    AndroidPartCase(
      name: "TokenRequest with a code",
      json: tokenRequest,
      roles: [.authorizationCode, .codeVerifier]
    ),
    AndroidPartCase(
      name: "TokenRequest with a refresh token",
      json: refreshRequest,
      roles: [.refresh]
    ),
    AndroidPartCase(
      name: "RegistrationResponse",
      json: #"{"request":\#(registrationRequest),"client_id":"client-1","#
        + #""client_secret":"secret-0123456789","registration_access_token":"rat-0123456789","#
        + #""registration_client_uri":"https://id.example/c"}"#,
      roles: [.clientSecret, .registrationAccess]
    ),
    AndroidPartCase(
      name: "EndSessionRequest",
      json: endSessionRequest,
      roles: [.id],
      client: nil
    ),
    AndroidPartCase(
      name: "EndSessionResponse",
      json: #"{"request":\#(endSessionRequest),"state":"s"}"#,
      roles: [.id],
      client: nil
    ),
  ]
}

@Suite struct `An object of AppAuth-Android that an app kept alone` {
  @Test(arguments: AndroidPartCase.all)
  func `is found with all credentials in it, and leaves an empty object`(
    _ part: AndroidPartCase
  ) throws {
    let content = SecretBytes(copying: part.json.utf8)
    let scanned = Scanned(.document(content, name: "x.json"))
    #expect(scanned.failures.isEmpty)
    let state = try #require(scanned.states.first)
    #expect(scanned.states.count == 1)
    #expect(state.library == .appAuthAndroid)
    #expect(state.format == .authStateJSON)
    #expect(state.confidence == .certain)
    #expect(state.removal == .exact)
    #expect(state.tokens.map(\.role) == part.roles)
    #expect(state.clientID == part.client)
    #expect(state.issuer == "https://id.example")
    #expect(state.revocationEndpoint == "https://id.example/r")
    #expect(try StateRemoval.removing(scanned.states, from: content).array == Array("{}".utf8))
  }

  @Test(arguments: AndroidPartCase.all)
  func `is found in preferences, in lines and in a member, and goes with it`(
    _ part: AndroidPartCase
  ) throws {
    let entity = part.json.replacing("\"", with: "&quot;")
    for (text, rest, name) in [
      (
        "<map>\n<string name=\"s\">\(entity)</string>\n<int name=\"n\" value=\"1\" />\n</map>\n",
        "<map>\n<int name=\"n\" value=\"1\" />\n</map>\n", "x.xml"
      ),
      ("{\"a\":1}\n\(part.json)\n{\"b\":2}\n", "{\"a\":1}\n{\"b\":2}\n", "x.jsonl"),
      ("{\"a\":1,\"s\":\(part.json)}", "{\"a\":1}", "x.json"),
    ] {
      let content = SecretBytes(copying: text.utf8)
      let scanned = Scanned(.document(content, name: name))
      #expect(scanned.failures.isEmpty)
      #expect(scanned.states.map { $0.tokens.map(\.role) } == [part.roles])
      let left = try StateRemoval.removing(scanned.states, from: content)
      #expect(String(decoding: left.array, as: UTF8.self) == rest)
    }
  }

  @Test func `knows which of its tokens is the live one, and whether its code was used`() throws {
    let states = AndroidPartCase.all.map { Scanned(text: $0.json, name: "x.json").states[0] }
    #expect(states[0].authorizationCodeExchanged == true)
    #expect(states[0].accessToken?.expiresAtMilliseconds == 1_700_000_000_000)
    #expect(states[0].redirectURI == "app:/cb")
    #expect(states[0].scopes == ["openid"])
    #expect(states[1].authorizationCodeExchanged == false)
    #expect(states[1].pkce == .s256)
    #expect(states[2].authorizationCodeExchanged == nil)
    #expect(states[3].authorizationCodeExchanged == false)
    #expect(states[4].historicalRefreshTokens.isEmpty)
    #expect(states[5].isRegistered)
    #expect(states[5].tokenEndpointAuthMethod == "client_secret_basic")
    #expect(states[5].redirectURI == "app:/cb")
  }

  @Test(arguments: AndroidPartCase.all.filter { $0.json.hasPrefix("{\"request\"") })
  func `is an error where it is cut off, or in a format that is not read`(
    _ part: AndroidPartCase
  ) throws {
    let quoted = part.json.replacing("\"", with: "\\\"")
    for text in [
      "D/Auth: \(part.json.prefix(120))\n", "D/Auth: \"\(quoted.prefix(140))\n",
      "ABX\0\u{10}\u{2}\(part.json)\0",
    ] {
      let scanned = Scanned(text: text, name: "x")
      #expect(scanned.states.isEmpty)
      #expect(scanned.failures.map(\.beganState) == [true])
    }
  }

  @Test func `is found in a row that was deleted from a database`() throws {
    let made = try MadeDatabase()
    try made.connection.runScript(
      """
      CREATE TABLE t(a INTEGER PRIMARY KEY, b);
      INSERT INTO t(b) VALUES('\(AndroidPartCase.all[0].json)');
      INSERT INTO t(b) VALUES('x');
      DELETE FROM t WHERE a = 1;
      """
    )
    let states = made.scan().states
    #expect(states.map(\.format) == [.carved])
    #expect(states.map { $0.refreshToken != nil } == [true])
  }

  @Test(arguments: [
    // A plain answer, also with what some other library asked for.
    #"{"access_token":"at-0123456789","refresh_token":"rt-0123456789","token_type":"Bearer"}"#,
    #"{"request":{"clientId":"c","grantType":"refresh_token"},"access_token":"at-0123456789"}"#,
    // What an app ships to configure a sign-in.
    #"{"configuration":\#(configuration),"clientId":"c","redirectUri":"app:/","responseType":"code"}"#,
    #"{"configuration":\#(configuration),"clientId":"c","scopes":["openid"]}"#,
    #"{"serviceConfiguration":\#(configuration),"clientId":"c","state":"s"}"#, configuration,
    // An answer without anything in it, to a request without anything in it.
    #"{"request":{"configuration":\#(configuration),"clientId":"c","grantType":"client_credentials"}}"#,
  ])
  func `is not seen in what only resembles one`(_ text: String) {
    let scanned = Scanned(text: text, name: "x.json")
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.isEmpty)
  }
}

@Suite struct `A state that the library could not read back` {
  @Test(arguments: [
    (#"{"refreshToken":"rt-0123456789","mLastTokenResponse":{"access_token":"at-0123456789"}}"#, 2),
    (#"{"mLastTokenResponse":{"refresh_token":"rt-0123456789"}}"#, 1),
    (#"{"refreshToken":"rt-0123456789","mLastTokenResponse":{}}"#, 1),
    (#"{"refreshToken":"rt-0123456789","lastAuthorizationResponse":"gone"}"#, 1),
    (#"{"lastAuthorizationResponse":{"code":"code-0123456789","state":"s"}}"#, 1),
  ])
  func `for want of a request is found all the same`(_ text: String, _ tokens: Int) throws {
    let content = SecretBytes(copying: text.utf8)
    let scanned = Scanned(.document(content, name: "x.json"))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.tokens.count) == [tokens])
    #expect(try StateRemoval.removing(scanned.states, from: content).array == Array("{}".utf8))
  }

  @Test(arguments: [
    #"{"refreshToken":"string","mLastTokenResponse":{"access_token":"string"}}"#,
    #"{"refreshToken":"<token>","mLastTokenResponse":"object"}"#,
    #"{"mLastTokenResponse":{"refresh_token":"********","access_token":""}}"#,
  ])
  func `is not seen in documentation`(_ text: String) {
    #expect(Scanned(text: text, name: "x.json").states.isEmpty)
  }
}

@Suite struct `A member that stands twice` {
  static let hidden = [
    #"{"mLastTokenResponse":{"request":{},"refresh_token":"rt-old-123"},"#
      + #""mLastTokenResponse":{"request":{},"refresh_token":"rt-new-123"}}"#,
    #"{"mLastTokenResponse":{"request":{},"refresh_token":"rt-old-123","refresh_token":"rt-new-123"}}"#,
    #"{"mLastTokenResponse":{"request":{"refreshToken":"rt-old-123"},"refresh_token":"rt-new-123","#
      + #""request":{"clientId":"c"}}}"#,
    #"{"mLastTokenResponse":{"request":{"refreshToken":"rt-old-123","refreshToken":"rt-new-123"},"#
      + #""refresh_token":"rt-new-123"}}"#,
    #"{"refreshToken":"rt-new-123","mLastTokenResponse":{"request":{},"additionalParameters":"#
      + #"{"refresh_token":"rt-old-123","refresh_token":"rt-new-123"}}}"#,
    #"{"refreshToken":"rt-old-123","mLastTokenResponse":{"request":{}},"refreshToken":"rt-new-123"}"#,
    #"{"request":{"configuration":\#(configuration),"clientId":"c","grantType":"refresh_token"},"#
      + #""access_token":"at","refresh_token":"rt-old-123","refresh_token":"rt-new-123"}"#,
    #"{"accessToken":"at-0123456789","refreshToken":"rt-old-123","refreshToken":"rt-new-123","#
      + #""idToken":"it","tokenType":"Bearer","accessTokenExpirationDateTime":"2026-01-01T00:00:00Z"}"#,
  ]

  @Test(arguments: hidden)
  func `hides no refresh token, at any level`(_ text: String) throws {
    let scanned = Scanned(text: text, name: "x.json")
    let state = try #require(scanned.states.first)
    #expect(scanned.states.count == 1)
    #expect(state.refreshToken?.secret.array == Array("rt-new-123".utf8))
    #expect(state.historicalRefreshTokens.map(\.secret.array) == [Array("rt-old-123".utf8)])
    #expect(state.disagreements.contains(.duplicateMember))
  }
}
