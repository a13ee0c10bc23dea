import LegacyState
import TestSupport
import Testing

@Suite struct `Shapes of other libraries` {
  private static func scan(_ text: String) -> [LegacyAuthState] {
    Scanned(text: text, name: "x.json").states
  }

  @Test(
    arguments: [
      // Google's sign-in calls its date the same.
      #"{"accessToken":"at-1","refreshToken":"rt-1","idToken":"it-1","tokenType":"Bearer","#
        + #""accessTokenExpirationDate":"2026-01-01T00:00:00Z","idTokenExpirationDate":"x"}"#,
      // What an app's own backend may answer.
      #"{"accessToken":"at-1","refreshToken":"rt-1","accessTokenExpirationDate":"2026-01-01T00:00:00Z"}"#,
      #"{"accessToken":"at-1","refreshToken":"rt-1","accessTokenExpirationTime":1796121000231}"#,
      #"{"accessToken":null,"refreshToken":null,"accessTokenExpirationDateTime":null}"#,
      #"{"accessToken":"","refreshToken":"","accessTokenExpirationDate":"","additionalParameters":{}}"#,
      #"{"tokenAdditionalParameters":{},"accessTokenExpirationTime":1796121000231}"#,
      // A token request of AppAuth-Android by itself.
      #"{"configuration":{},"clientId":"c","grantType":"authorization_code","codeVerifier":"v","#
        + #""authorizationCode":"c","additionalParameters":{}}"#,
      // Salesforce and Apigee have the moment in milliseconds, as text.
      #"{"access_token":"at-1","refresh_token":"rt-1","issued_at":"1796121000231","expires_in":"1800"}"#,
      #"{"access_token":"at-1","issued_at":1796121000231,"expires_in":"1800","token_type":"Bearer"}"#,
      #"{"access_token":"at-1","issued_at":1796121000,"expires_in":1800,"token_type":"Bearer"}"#,
      #"{"access_token":"at-1","issued_at":1796121000,"expires_in":"1800","instance_url":"https://x"}"#,
      #"{"access_token":"at-1","issued_at":1796121000,"token_type":"Bearer"}"#,
      #"{"clientId":"c","clientSecret":"s","additionalParameters":{},"name":"x"}"#,
      #"{"flows":{"authorizationCode":{"scopes":{}}},"codeVerifier":"x"}"#,
    ]
  )
  func `are no states`(_ text: String) {
    #expect(Self.scan(text).isEmpty)
  }

  @Test(
    arguments: [
      (
        #"{"accessToken":"at-1","accessTokenExpirationDateTime":"2026-12-01T00:00:00","#
          + #""refreshToken":"rt-1"}"#,
        LegacyAuthState.Library.flutterAppAuth
      ),
      (
        #"{"accessToken":"at-1","accessTokenExpirationDate":"2026-12-01T00:00:00Z","refreshToken":"rt-1","#
          + #""idToken":"it-1","tokenType":"Bearer"}"#,
        .reactNativeAppAuth
      ),
    ]
  )
  func `that an app kept in part have low confidence`(
    _ text: String,
    _ library: LegacyAuthState.Library
  ) throws {
    let state = try #require(Self.scan(text).first)
    #expect(state.library == library)
    #expect(state.confidence == .low)
    #expect(state.accessToken?.expiresAtMilliseconds == 1_796_083_200_000)
  }

  @Test(
    arguments: [
      ("\"2026-12-01T00:00:00.123\"", 1_796_083_200_123), ("1796083200123", 1_796_083_200_123),
      ("1796083200123.75", 1_796_083_200_123),
      ("\"2026-12-01 00:00:00.123999\"", 1_796_083_200_123),
      ("\"2026-12-01T01:30:00.5+01:30\"", 1_796_083_200_500),
      ("\"2026-11-30T19:00:00-0500\"", 1_796_083_200_000),
      ("\"2024-02-29T12:00:00Z\"", 1_709_208_000_000), ("\"1796083200123\"", 1_796_083_200_123),
      ("\"2026-13-01T00:00:00\"", nil), ("\"2026-12-01\"", nil), ("\"-\"", nil), ("1e400", nil),
      ("-5", nil), ("9223372036854775807", nil), ("\"9223372036854775808\"", nil), ("{}", nil),
      ("\"2026-12-01T00:00:00.\"", nil), ("\"9999-12-31T23:59:59Z\"", nil), ("null", nil),
      ("\"2026-12-01T00:00:00+99:99\"", nil),
    ] as [(String, Int64?)]
  )
  func `moments are read in every form`(_ text: String, _ expected: Int64?) throws {
    let result =
      #"{"accessToken":"at-1","accessTokenExpirationDateTime":\#(text),"tokenAdditionalParameters":{}}"#
    let state = try #require(Self.scan(result).first)
    #expect(state.accessToken?.expiresAtMilliseconds == expected)
  }

  @Test func `a lifetime beyond all measure is unknown`() throws {
    for lifetime in ["9223372036854775807", "-1", "4294967296", "99999999999999999999"] {
      let text =
        #"{"access_token":"at-1","issued_at":1796083200,"expires_in":"\#(lifetime)","scope":"x y"}"#
      #expect(Self.scan(text).first?.accessToken?.expiresAtMilliseconds == nil)
    }
  }

  @Test func `folders with a name of words are shown`() {
    let text =
      #"{"RCTAsyncLocalStorage_V1":{"accessToken":"at-1","idToken":null,"#
      + #""accessTokenExpirationDateTime":1,"tokenAdditionalParameters":{}}}"#
    #expect(
      Self.scan(text).first?.source.locator.path == [.key("RCTAsyncLocalStorage_V1")]
    )
  }
}
