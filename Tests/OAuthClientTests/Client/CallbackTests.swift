import DemoProvider
import HTTP
import OAuthClient
import Testing

/// Field report E2 and E3: what else reaches the callback port.
@Suite(.timeLimit(.minutes(10))) struct `The callback` {
  @Test func `answers strays harmlessly and goes on waiting for the redirect`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let login = Task { try await client.login() }
    let start = await book.address()
    let destination = try await HeadlessBrowser().open(start) { $0.contains("/callback?") }
    guard case .handedOver(let redirect) = destination, let url = HTTPURL(redirect) else {
      Issue.record("the browser was not sent to the callback")
      return
    }
    let origin = "\(url.origin)"
    let http = Client()
    func status(_ target: String, method: String = "GET", host: String? = nil) async throws -> Int {
      let address = try #require(HTTPURL(origin + target))
      let headers = host.map { [Request.Header("Host", .plain($0))] } ?? []
      return try await http.send(Request(method: method, url: address, headers: headers)).status
    }
    #expect(try await status("/favicon.ico") == 404)
    #expect(try await status("/") == 404)
    #expect(try await status("/callback/") == 404)
    #expect(try await status("/callback") == 400)
    #expect(try await status("/callback?code=x&state=wrong") == 400)
    #expect(try await status("/callback?error=access_denied") == 400)
    #expect(try await status("/callback?error=access_denied&state=wrong") == 400)
    let query = try #require(url.query)
    #expect(try await status("/callback?\(query)", method: "POST") == 405)
    #expect(try await status("/callback?\(query)", host: "evil.example") == 421)
    #expect(client.sessionState == .authorizing)

    let last = try await http.send(Request(url: url))
    #expect(last.status == 200)
    #expect(last.headers["content-security-policy"]?.contains("default-src 'none'") == true)
    try await login.value
    // The port is closed after the end.
    await #expect(throws: TransportFailure.self) { try await http.send(Request(url: url)) }
  }
}
