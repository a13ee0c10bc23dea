import HTTP
import OAuthClient
import Secrets
import Testing

@Suite struct `The answer to a pushed request` {
  private func word(_ status: Int, _ body: String) -> String {
    let answer = PushAnswer(Response(status: status, body: secret(body)))
    return switch answer {
    case .request(let name, let seconds): "\(text(name)) \(seconds)"
    case .failure(let failure): failure.error
    case .unintelligible: "unintelligible"
    }
  }

  @Test(arguments: [
    (201, #"{"request_uri":"urn:x:1","expires_in":60}"#, "urn:x:1 60.0"),
    (200, #"{"request_uri":"urn:x:1","expires_in":0.5,"x":[]}"#, "urn:x:1 0.5"),
    // Its form is the provider's to choose.
    (
      201, #"{"request_uri":"https://id.example/r?a=b&c=d#e","expires_in":1}"#,
      "https://id.example/r?a=b&c=d#e 1.0"
    ),
    (400, #"{"error":"invalid_request"}"#, "invalid_request"),
    (
      201, #"{"error":"invalid_request","request_uri":"urn:x:1","expires_in":60}"#,
      "invalid_request"
    ),
    (201, #"{"request_uri":"urn:x:1","request_uri":"urn:x:2","expires_in":60}"#, "unintelligible"),
    (201, #"{"request_uri":"urn:x 1","expires_in":60}"#, "unintelligible"),
    (201, #"{"request_uri":"urn:x\r\n1","expires_in":60}"#, "unintelligible"),
    (201, #"{"request_uri":"urn:é","expires_in":60}"#, "unintelligible"),
    (201, #"{"request_uri":"","expires_in":60}"#, "unintelligible"),
    (201, #"{"request_uri":"urn:x:1","expires_in":0}"#, "unintelligible"),
    (201, #"{"request_uri":"urn:x:1","expires_in":1e999}"#, "unintelligible"),
    (201, #"{"request_uri":"urn:x:1"}"#, "unintelligible"),
    (202, #"{"request_uri":"urn:x:1","expires_in":60}"#, "unintelligible"),
    (302, #"{"request_uri":"urn:x:1","expires_in":60}"#, "unintelligible"),
    (201, "[]", "unintelligible"), (201, "<html>", "unintelligible"), (201, "", "unintelligible"),
  ])
  func `is a name with an end, an error, or neither`(status: Int, body: String, expected: String) {
    #expect(word(status, body) == expected)
  }

  @Test func `is neither when the name has no end`() {
    for (count, isTaken) in [(4096, true), (4097, false)] {
      let name = String(repeating: "u", count: count)
      let body = #"{"request_uri":"\#(name)","expires_in":1}"#
      #expect((word(201, body) != "unintelligible") == isTaken)
    }
  }

  @Test func `goes into the address as one parameter, whatever stands in it`() throws {
    let flow = AuthorizationFlow(redirectURI: "http://127.0.0.1:1/callback", startedAt: 0)
    let body = #"{"request_uri":"urn:x&client_id=other&scope=all#f","expires_in":60}"#
    guard case .request(let name, _) = PushAnswer(Response(status: 201, body: secret(body))) else {
      Issue.record("not read")
      return
    }
    let address = AuthorizationRequest.url(
      flow.pushed(as: PushedRequest(requestURI: name, endsAt: 60)),
      configuration: try OAuthConfiguration(
        issuer: "https://id.example",
        clientId: "migrated-app",
        redirectUri: "http://127.0.0.1/callback"
      ),
      endpoint: try #require(HTTPURL("https://id.example/authorize"))
    )
    #expect(
      text(address)
        == "https://id.example/authorize?client_id=migrated-app&request_uri=urn%3Ax%26client_id%3Dother%26scope%3Dall%23f"
    )
  }
}
