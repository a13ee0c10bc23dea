import DemoProvider
import HTTP
import JSON
import OAuthClient
import POSIX
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A request with the access token` {
  @Test func `carries method, headers and body, and gives back what was answered`() async throws {
    let rig = try await SignedIn()
    let answer = try await rig.session.data(
      for: ResourceRequest(
        method: "PATCH",
        url: rig.api("/orders?page=1"),
        headers: [HeaderField("X-Note", "seen")],
        body: Array("{}".utf8)
      )
    )
    #expect(answer.status == 200)
    #expect(answer.header("Content-TYPE") == "application/json")
    let body = try #require(rig.json(answer))
    #expect(body["method"]?.string() == "PATCH")
    #expect(body["body"]?.string() == "{}")
    #expect(body["note"]?.string() == "seen")
    #expect(body["sub"]?.string() == "sub-demo")
  }

  @Test(arguments: ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"])
  func `may have any method`(method: String) async throws {
    let rig = try await SignedIn()
    let answer = try await rig.session.data(
      for: ResourceRequest(method: method, url: rig.api())
    )
    #expect(answer.status == 200)
    #expect(rig.provider.counts[.api] == 1)
  }

  @Test func `is refused for another origin, which is named, and nothing is sent`() async throws {
    let rig = try await SignedIn()
    let other = try DemoProvider()
    let error = await #expect(throws: OAuthError.self) {
      try await rig.session.data(for: ResourceRequest(url: other.url(of: .api)))
    }
    #expect(error?.code == "unprotected_origin")
    #expect(error?.description.contains("http://127.0.0.1:\(other.port)") == true)
    #expect(error?.description.contains("protected_origins") == true)
    #expect(other.counts.isEmpty)
  }

  @Test(arguments: [
    "http://api.example.com/", "http://localhost/", "ftp://127.0.0.1/", "/orders", "",
    "https://user@api.example.com/", "https://api.example.com:443.evil.example/",
    "https://api.example.com\r\n/",
  ])
  func `is refused for an address that is not meant or not safe`(address: String) async throws {
    let rig = try await SignedIn(
      protecting: ["https://api.example.com", "http://127.0.0.1"]
    )
    let error = await #expect(throws: OAuthError.self) {
      try await rig.session.data(for: ResourceRequest(url: address))
    }
    #expect(["invalid_request", "unprotected_origin"].contains(error?.code))
  }

  @Test func `is refused everywhere if no origin is protected`() async throws {
    let rig = try Rig()
    let client = try await rig.client(protecting: [])
    let error = #expect(throws: OAuthError.self) { try client.authenticatedSession() }
    #expect(error?.code == "unprotected_origin")
  }

  @Test(arguments: [
    HeaderField("Authorization", "Bearer x"), HeaderField("dpop", "x"),
    HeaderField("Proxy-Authorization", "x"), HeaderField("Host", "evil.example"),
    HeaderField("content-length", "0"), HeaderField("Transfer-Encoding", "chunked"),
    HeaderField("X", "a\r\nY: b"), HeaderField("X", "a\nb"), HeaderField("X", "a\u{0}b"),
    HeaderField("X\r\nY", "a"), HeaderField("X\u{0}", "a"), HeaderField("X:", "a"),
    HeaderField("", "a"),
  ])
  func `is refused with a header that is not the caller's to set, or is none`(
    header: HeaderField
  ) async throws {
    let rig = try await SignedIn()
    let error = await #expect(throws: OAuthError.self) {
      try await rig.session.data(for: ResourceRequest(url: rig.api(), headers: [header]))
    }
    #expect(error?.code == "invalid_request")
    #expect(rig.provider.counts[.api] == nil)
  }

  @Test(arguments: ["get", "", "GET /", "TRACE", "CONNECT", "A\r\nB"])
  func `is refused with a method that is none, or would give the token away`(
    method: String
  ) async throws {
    let rig = try await SignedIn()
    let error = await #expect(throws: OAuthError.self) {
      try await rig.session.data(for: ResourceRequest(method: method, url: rig.api()))
    }
    #expect(error?.code == "invalid_request")
    #expect(rig.provider.counts[.api] == nil)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `follows no redirect, and gives it back as it is`(status: Int) async throws {
    let rig = try await SignedIn()
    let other = try DemoProvider()
    rig.provider.inject(
      DemoFault(.api, .answer(.redirect(to: other.url(of: .api), status: status)), times: 1)
    )
    let answer = try await rig.session.data(for: ResourceRequest(url: rig.api()))
    #expect(answer.status == status)
    #expect(answer.header("location") == other.url(of: .api))
    #expect(other.counts.isEmpty)
    #expect(rig.provider.counts[.api] == 1)
  }

  @Test func `is bounded, and the bound can be moved`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, .answer(.huge(2 << 20))))
    let request = ResourceRequest(url: rig.api())
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.tooLarge, ""))) {
      try await rig.session.data(for: request)
    }
    // What is too large stays so: it is not asked for again.
    #expect(rig.provider.counts[.api] == 1)
    var larger = request
    larger.limits.bodyBytes = 3 << 20
    #expect(try await rig.session.data(for: larger).body.count == 2 << 20)
  }

  @Test(arguments: [Double.nan, -1, -1e300, 0])
  func `has no time where its limit is none`(seconds: Double) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.api, .delay(.seconds(1))))
    let session = try client.authenticatedSession()
    let request = ResourceRequest(
      url: rig.api(),
      limits: RequestLimits(connectSeconds: seconds, totalSeconds: seconds)
    )
    let error = await #expect(throws: OAuthError.self) { try await session.data(for: request) }
    guard case .recoverable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `is bounded behind the decompression`() async throws {
    let rig = try await SignedIn()
    var answer = DemoAnswer(status: 200, headers: ["Content-Encoding": "gzip"])
    answer.body = packedZeros
    rig.provider.inject(DemoFault(.api, .answer(answer)))
    var request = ResourceRequest(url: rig.api())
    request.limits.bodyBytes = 200 << 10
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.tooLarge, ""))) {
      try await rig.session.data(for: request)
    }
    request.limits.bodyBytes = 256 << 10
    #expect(try await rig.session.data(for: request).body.count == 256 << 10)
  }

  @Test func `without an answer is recoverable`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, .drop))
    let request = ResourceRequest(method: "POST", url: rig.api())
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.network, ""))) {
      try await rig.session.data(for: request)
    }
    #expect(rig.provider.counts[.api] == 1)
  }

  @Test func `that is cancelled is recoverable`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, .delay(.seconds(20))))
    let session = rig.session
    let address = rig.api()
    let call = Task { try await session.data(for: ResourceRequest(url: address)) }
    while rig.provider.counts[.api] == nil { await Task.yield() }
    call.cancel()
    await #expect(throws: OAuthError.recoverable(.cancelled)) { try await call.value }
    #expect(rig.client.sessionState == .authenticated)
  }

  @Test func `needs somebody who is signed in`() async throws {
    let rig = try Rig()
    let session = try await rig.client().authenticatedSession()
    let request = ResourceRequest(url: rig.api())
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.noSession, ""))) {
      try await session.data(for: request)
    }
    #expect(rig.provider.counts[.api] == nil)
  }

  @Test func `shows no value of a header by accident`() {
    let field = HeaderField("X-Key", "very-secret")
    var dumped = ""
    dump(field, to: &dumped)
    for text in ["\(field)", String(reflecting: field), dumped] {
      #expect(!text.contains("very-secret"))
    }
  }
}

/// 256 KiB of zeros, packed by gzip.
private let packedZeros: [UInt8] =
  [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 237, 109, 7, 160]
  + [UInt8](repeating: 0, count: 254) + [222, 0, 34, 234, 14, 226, 0, 0, 4, 0]
