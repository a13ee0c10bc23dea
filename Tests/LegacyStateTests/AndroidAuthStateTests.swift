import Foundation
import LegacyState
import Secrets
import Testing

private func only(_ text: String) throws -> LegacyAuthState {
  let scanned = Scanned(text: text, name: "state.json")
  #expect(scanned.failures.isEmpty)
  #expect(scanned.states.count == 1)
  return try #require(scanned.states.first)
}

extension LegacyToken {
  fileprivate func `is`(_ text: String) -> Bool {
    secret.equals(SecretBytes(copying: text.utf8))
  }
}

@Suite struct `An AuthState of AppAuth-Android` {
  @Test func `has its live refresh token at the top level`() throws {
    let state = try only(
      """
      {"refreshToken":"rt-2","mLastTokenResponse":{"access_token":"at","request":
      {"clientId":"c","refreshToken":"rt-1"}}}
      """
    )
    #expect(state.refreshToken?.is("rt-2") == true)
    #expect(state.historicalRefreshTokens.count == 1)
    #expect(state.historicalRefreshTokens[0].is("rt-1"))
    #expect(state.disagreements.isEmpty)
  }

  @Test func `has it in the token response if the top level has none`() throws {
    let state = try only(
      #"{"mLastTokenResponse":{"refresh_token":"rt-3","request":{"refreshToken":"rt-3"}}}"#
    )
    #expect(state.refreshToken?.is("rt-3") == true)
    #expect(state.historicalRefreshTokens.isEmpty)
  }

  @Test func `keeps a token that a duplicate member hides`() throws {
    let state = try only(
      #"{"refreshToken":"old","refreshToken":"new","mLastTokenResponse":{"request":{}}}"#
    )
    #expect(state.refreshToken?.is("new") == true)
    #expect(state.historicalRefreshTokens.map { $0.is("old") } == [true])
    #expect(state.disagreements == [.duplicateMember])
  }

  @Test func `counts an empty string as absent`() throws {
    let state = try only(
      """
      {"refreshToken":"","mLastTokenResponse":{"refresh_token":"rt","access_token":"",
      "request":{"clientId":""}},"lastAuthorizationResponse":{"access_token":"at","expires_at":5,
      "request":{}}}
      """
    )
    #expect(state.refreshToken?.is("rt") == true)
    #expect(state.accessToken?.is("at") == true)
    #expect(state.accessToken?.expiresAtMilliseconds == 5)
    #expect(state.clientID == nil)
  }

  @Test func `that swallowed copies of itself is read once, and the copies are counted`() throws {
    func nested(_ levels: Int, _ padding: String) -> String {
      let one = #"{"refresh_token":"rt","access_token":"at","pad":"\#(padding)","request":{},"#
      let opening = String(repeating: one + #""additionalParameters":"#, count: levels)
      return #"{"refreshToken":"rt","mLastTokenResponse":"# + opening + "{}"
        + String(repeating: "}", count: levels + 1)
    }
    let deep = try only(nested(2_000, ""))
    #expect(deep.nestedCopies == 1_999)
    #expect(deep.refreshToken?.is("rt") == true)
    #expect(deep.historicalRefreshTokens.isEmpty)
    let large = try only(nested(1_000, String(repeating: "x", count: 4_000)))
    #expect(large.nestedCopies == 999)
    let tooDeep = Scanned(text: nested(5_000, ""), name: "state.json")
    #expect(tooDeep.states.isEmpty)
    #expect(tooDeep.failures.map(\.description).first?.contains("inside each other") == true)
  }

  @Test func `may have parameters that later became fields, of which only the names are kept`()
    throws
  {
    let state = try only(
      """
      {"lastAuthorizationResponse":{"request":{"clientId":"c","additionalParameters":
      {"ui_locales":"ja","prompt":"login"}},"additional_parameters":{"session_state":"x"}}}
      """
    )
    #expect(Set(state.additionalParameterNames) == ["ui_locales", "prompt", "session_state"])
  }

  @Test func `takes nothing from a neighbour`() throws {
    func one(_ issuer: String?, _ client: String) -> String {
      let discovery = issuer.map { #","discoveryDoc":{"issuer":"\#($0)"}"# } ?? ""
      return #"{"refreshToken":"rt","lastAuthorizationResponse":{"request":"#
        + #"{"clientId":"\#(client)","configuration":"#
        + #"{"authorizationEndpoint":"https://x/a","tokenEndpoint":"https://x/t""#
        + discovery + "}}}}"
    }
    let list = [
      one("https://a.example", "1"), one("https://b.example", "1"), one("https://a.example", "2"),
      one(nil, "3"),
    ]
    let states = Scanned(text: "[" + list.joined(separator: ",") + "]", name: "x").states
    #expect(
      states.map(\.issuer) == ["https://a.example", "https://b.example", "https://a.example", nil]
    )
    #expect(states.map(\.clientID) == ["1", "1", "2", "3"])
  }

  @Test func `says where it contradicts itself`() throws {
    let state = try only(
      """
      {"lastAuthorizationResponse":{"request":{"clientId":"a","configuration":
      {"authorizationEndpoint":"https://x/a","tokenEndpoint":"https://x/t"}}},
      "mLastTokenResponse":{"request":{"clientId":"b","configuration":
      {"authorizationEndpoint":"https://x/a","tokenEndpoint":"https://evil/t"}}}}
      """
    )
    #expect(state.disagreements == [.clientID, .tokenEndpoint])
    #expect(state.clientID == "a")
    #expect(state.tokenEndpoint == "https://x/t")
  }

  @Test(arguments: [
    (#""codeVerifier":"v","codeVerifierChallengeMethod":"S256""#, LegacyAuthState.PKCE.s256),
    (#""codeVerifier":"v","codeVerifierChallengeMethod":"plain""#, .plain),
    (#""codeVerifier":"v""#, .plain), (#""clientId":"c""#, .none),
  ])
  func `tells how the code was bound to the app`(
    _ members: String,
    _ pkce: LegacyAuthState.PKCE
  ) throws {
    let state = try only(#"{"lastAuthorizationResponse":{"request":{\#(members)}}}"#)
    #expect(state.pkce == pkce)
  }

  @Test func `knows whether its code was exchanged`() throws {
    let open = try only(#"{"lastAuthorizationResponse":{"code":"c","request":{}}}"#)
    #expect(open.authorizationCodeExchanged == false)
    #expect(open.pkce == .none)
    let done = try only(
      #"{"lastAuthorizationResponse":{"code":"c","request":{}},"mLastTokenResponse":{"request":{}}}"#
    )
    #expect(done.authorizationCodeExchanged == true)
    let none = try only(#"{"mLastTokenResponse":{"request":{}}}"#)
    #expect(none.authorizationCodeExchanged == nil)
    #expect(none.pkce == .unknown)
  }

  @Test(arguments: [
    ("1700000000000", 1_700_000_000_000), ("\"1700000000000\"", 1_700_000_000_000),
    ("1.7e12", 1_700_000_000_000), ("1700000000000.5", 1_700_000_000_000), ("1e400", nil),
    ("9223372036854775807", nil), ("-9223372036854775808", nil), ("18446744073709551616", nil),
    ("true", nil), ("4102444800000", nil),
  ])
  func `expires at a time that can be one, in milliseconds`(
    _ text: String,
    _ expected: Int64?
  ) throws {
    let state = try only(
      #"{"mLastTokenResponse":{"access_token":"at","expires_at":\#(text),"request":{}}}"#
    )
    #expect(state.accessToken?.expiresAtMilliseconds == expected)
  }

  @Test(arguments: [
    #"{"refreshToken":"rt","scope":"openid"}"#,
    #"{"lastAuthorizationResponse":[1],"mLastTokenResponse":"no"}"#,
    #"{"lastAuthorizationResponse":{"type":"object","properties":{}}}"#,
    #"{"mAuthorizationException":{"type":"object"}}"#,
    #"{"config":{"authorizationEndpoint":"https://x/a","tokenEndpoint":"https://x/t"},"name":"app"}"#,
    #"{"config":{"authorizationEndpoint":"https://x/a"}}"#,
    #"["lastAuthorizationResponse","mLastTokenResponse"]"#, #""lastAuthorizationResponse""#, "{}",
  ])
  func `is not seen in what only resembles one`(_ text: String) {
    let scanned = Scanned(text: text, name: "x.json")
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.isEmpty)
  }

  @Test func `gives hints from its ID token that decide nothing`() throws {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
        .replacing("/", with: "_")
    }
    let token = [
      part(#"{"alg":"HS256"}"#), part(#"{"iss":"https://i","aud":"c","exp":1700000000}"#), "x",
    ].joined(separator: ".")
    let state = try only(
      #"{"mLastTokenResponse":{"id_token":"\#(token)","request":{}}}"#
    )
    #expect(state.issuer == nil)
    #expect(state.issuerFromIDToken == "https://i")
    #expect(state.clientIDFromIDToken == "c")
    #expect(state.idToken?.kind == .jwt)
    #expect(state.idToken?.hints?.algorithm == "HS256")
    #expect(state.idToken?.hints?.expiresAtMilliseconds == 1_700_000_000_000)
  }

  @Test func `never shows a digest that could be turned back`() throws {
    let state = try only(
      """
      {"refreshToken":"short","lastRegistrationResponse":{"client_id":"c",
      "client_secret":"a-client-secret-of-some-length"}}
      """
    )
    #expect(state.clientSecret?.fingerprint == nil)
    #expect(state.refreshToken?.fingerprint == nil)
    #expect(state.tokens.map(\.role) == [.refresh, .clientSecret])
  }
}
