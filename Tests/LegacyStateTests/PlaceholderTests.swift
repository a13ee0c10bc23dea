import LegacyState
import Secrets
import Testing

@Suite struct `What only looks like a result of a plugin` {
  @Test(arguments: [
    ("Refresh token", "Access token"), ("<refresh-token>", "<access-token>"),
    ("[Filtered]", "[Filtered]"), ("********************", "********************"),
    ("YOUR_REFRESH_TOKEN", "YOUR_ACCESS_TOKEN"), ("your-refresh-token-here", "your-token-here"),
  ])
  func `is no state`(refresh: String, access: String) {
    #expect(states(refresh, access).isEmpty)
  }

  @Test(arguments: ["1//0gMarkedRefreshToken-1", "8xLO", "def50200aa7f", "RefreshTokenX"])
  func `is one if a token stands there`(refresh: String) {
    #expect(states(refresh, "[Filtered]").count == 1)
  }

  private func states(_ refresh: String, _ access: String) -> [LegacyAuthState] {
    let text = """
      {"accessToken":"\(access)","refreshToken":"\(refresh)","idToken":null,"tokenType":"bearer",
      "accessTokenExpirationTime":1764547200000.0,"scopes":["openid"],
      "authorizationAdditionalParameters":{},"tokenAdditionalParameters":{}}
      """
    var states: [LegacyAuthState] = []
    LegacyScanner().scan([.document(SecretBytes(copying: Array(text.utf8)), name: "a.json")]) {
      if case .state(let state) = $0 { states.append(state) }
    }
    return states
  }
}

@Suite struct `A state where no reader looks` {
  private static let state = #"{"mLastTokenResponse":{"request":{}}}"#

  @Test(arguments: [
    #"{"v1:{\"mLastTokenResponse\":{\"request\":{}}}":"a"}"#,
    "<?xml version='1.0'?>\n<map><!-- \(state) --><string name=\"a\">b</string></map>",
  ])
  func `is an error, never "nothing found"`(text: String) {
    var failures: [ScanFailure] = []
    LegacyScanner().scan([.document(SecretBytes(copying: Array(text.utf8)), name: "a")]) {
      if case .failure(let failure) = $0 { failures.append(failure) }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.beganState == true)
  }
}
