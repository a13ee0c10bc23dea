import HTTP
import Locks
import Loopback
import Secrets
import TestSupport
import Testing

/// Longer than the time that a test has: an exchange that is not ended from this side fails it.
private let neverInATest = Duration.seconds(600)

@Suite(.timeLimit(.minutes(10))) struct `Sending a request` {
  let client = Client(
    configuration: ClientConfiguration(proxy: nil, userAgent: "appauth-migrate/9")
  )

  @Test func `method, headers, body and user agent arrive as given`() async throws {
    let seen = Mutex<LoopbackRequest?>(nil)
    let server = try LoopbackServer { request in
      seen.withLock { $0 = request }
      return LoopbackResponse(status: 200, headers: ["X-A": "1", "x-a": "2"])
    }
    let url = try #require(HTTPURL("\(server.origin)/a/../b?q=1#fragment"))
    let response = try await client.send(
      Request(
        method: "PUT",
        url: url,
        headers: [
          .init("Authorization", .secret(SecretBytes(copying: "Bearer at-MARK".utf8))),
          .init("X-Empty", ""),
        ],
        body: SecretBytes(copying: "payload".utf8)
      )
    )
    #expect(response.headers.all("X-A") == ["1", "2"])
    let request = try #require(seen.withLock { $0 })
    #expect(request.method == "PUT")
    #expect(text(request.rawTarget) == "/a/../b?q=1")
    #expect(request.secretHeader("authorization").map(text) == "Bearer at-MARK")
    #expect(request.header("x-empty") == "")
    #expect(request.header("user-agent") == "appauth-migrate/9")
    #expect(request.header("expect") == nil)
    #expect(request.header("cookie") == nil)
    #expect(text(request.body) == "payload")
  }

  @Test func `a large body arrives whole and without asking first`() async throws {
    let server = try LoopbackServer(limits: LoopbackLimits(bodyBytes: 4 << 20)) { request in
      LoopbackResponse(
        status: request.header("expect") == nil ? 200 : 417,
        body: Array("\(request.body.count)".utf8)
      )
    }
    let body = SecretBytes(copying: [UInt8](repeating: 7, count: 3 << 20))
    let url = try #require(HTTPURL("\(server.origin)/"))
    let response = try await client.send(Request(method: "POST", url: url, body: body))
    #expect(response.status == 200)
    #expect(text(response.body) == "\(3 << 20)")
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is an answer, not a way`(_ status: Int) async throws {
    let hits = Mutex(0)
    let server = try LoopbackServer { _ in
      hits.withLock { $0 += 1 }
      return LoopbackResponse(status: status, headers: ["Location": "/elsewhere"])
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let response = try await client.send(.post(url, form: FormBody(["token": "rt-MARK"])))
    #expect(response.status == status)
    #expect(response.headers["location"] == "/elsewhere")
    #expect(hits.withLock { $0 } == 1)
  }

  @Test(arguments: ["localhost", "localhost.", "ip6-localhost", "[::ffff:127.0.0.1]", "0.0.0.0"])
  func `http to anything but a loopback literal is refused without a packet`(
    _ host: String
  ) async throws {
    let hits = Mutex(0)
    let server = try LoopbackServer { _ in
      hits.withLock { $0 += 1 }
      return LoopbackResponse(status: 200)
    }
    let url = try #require(HTTPURL("http://\(host):\(server.port)/"))
    await #expect(throws: TransportFailure.insecure(host: url.host)) {
      try await client.send(Request(url: url))
    }
    #expect(hits.withLock { $0 } == 0)
  }

  @Test func `a user name before the host is refused`() async throws {
    let url = try #require(HTTPURL("https://bank.example@127.0.0.1/"))
    await #expect(throws: TransportFailure.self) { try await client.send(Request(url: url)) }
  }

  @Test func `nothing is sent offline`() async throws {
    let server = try LoopbackServer { _ in LoopbackResponse(status: 200) }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let offline = Client(configuration: ClientConfiguration(offline: true))
    await #expect(throws: TransportFailure.offline) { try await offline.send(Request(url: url)) }
  }

  @Test func `a header value with a line break is refused`() async throws {
    let server = try LoopbackServer { _ in LoopbackResponse(status: 200) }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let evil = Request(url: url, headers: [.init("Authorization", "Bearer a\r\nX-Evil: 1")])
    await #expect(throws: TransportFailure.self) { try await client.send(evil) }
  }

  @Test func `nobody listening is told as unreachable`() async throws {
    let server = try FixedPort.first { port in
      try LoopbackServer(port: port) { _ in LoopbackResponse(status: 200) }
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    server.stop()
    let failure = await #expect(throws: TransportFailure.self) {
      try await client.send(Request(url: url))
    }
    guard case .unreachable = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(failure?.mayHaveArrived == false)
  }

  @Test func `a connection that breaks leaves the outcome in doubt`() async throws {
    let server = try LoopbackServer { _ in .drop }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let failure = await #expect(throws: TransportFailure.self) {
      try await client.send(.post(url, form: FormBody(["code": "c"])))
    }
    #expect(failure?.mayHaveArrived == true)
  }

  @Test func `a request that may not be repeated is sent once even over a dying connection`()
    async throws
  {
    let hits = Mutex(0)
    let server = try LoopbackServer { request in
      if request.path == "/first" { return LoopbackResponse(status: 200) }
      hits.withLock { $0 += 1 }
      return .drop
    }
    let first = try #require(HTTPURL("\(server.origin)/first"))
    let second = try #require(HTTPURL("\(server.origin)/second"))
    _ = try await client.send(Request(url: first))
    await #expect(throws: TransportFailure.self) {
      try await client.send(.post(second, form: FormBody(["code": "c"])))
    }
    #expect(hits.withLock { $0 } == 1)
  }

  @Test func `running out of time ends it`() async throws {
    let server = try LoopbackServer { _ in LoopbackResponse(status: 200, delay: neverInATest) }
    let url = try #require(HTTPURL("\(server.origin)/"))
    await #expect(throws: TransportFailure.timedOut(host: "127.0.0.1", sent: true)) {
      try await client.send(Request(url: url, limits: Limits(totalSeconds: 1.5)))
    }
  }

  @Test func `cancelling the task aborts the transfer`() async throws {
    let (arrived, arrival) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { _ in
      arrival.yield()
      return LoopbackResponse(status: 200, delay: neverInATest)
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let task = Task { [client] in try await client.send(Request(url: url)) }
    for await _ in arrived { break }
    task.cancel()
    await #expect(throws: TransportFailure.cancelled) { try await task.value }
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    let hits = Mutex(0)
    let server = try LoopbackServer { _ in
      hits.withLock { $0 += 1 }
      return LoopbackResponse(status: 200)
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let task = Task { [client] in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await client.send(Request(url: url))
    }
    await #expect(throws: TransportFailure.cancelled) { try await task.value }
    #expect(hits.withLock { $0 } == 0)
  }

  @Test func `an observer sees no query`() async throws {
    let server = try LoopbackServer { _ in LoopbackResponse(status: 418) }
    let url = try #require(HTTPURL("\(server.origin)/cb?code=rt-MARK"))
    let seen = Mutex<[Exchange]>([])
    let observed = Client(
      configuration: ClientConfiguration(onExchange: { one in seen.withLock { $0.append(one) } })
    )
    _ = try await observed.send(Request(url: url))
    let exchange = try #require(seen.withLock { $0.first })
    #expect(exchange.url == "\(server.origin)/cb")
    #expect(exchange.result == .success(418))
    #expect(exchange.milliseconds > 0)
  }

  @Test func `four hundred requests at once are all answered`() async throws {
    let server = try LoopbackServer { request in
      LoopbackResponse(status: 200, body: Array(request.path.utf8))
    }
    let right = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<400 {
        group.addTask { [client] in
          let url = try #require(HTTPURL("\(server.origin)/\(index)"))
          return text(try await client.send(Request(url: url)).body) == "/\(index)"
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(right == 400)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `An answer that is no HTTP` {
  @Test(arguments: ["hello\n", "\u{0}\u{1}\u{2}", "ICY 200 OK\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n"])
  func `leaves it open whether the request was acted on`(answer: String) async throws {
    let server = try await RawServer(answering: Array(answer.utf8))
    let url = try #require(HTTPURL("http://127.0.0.1:\(server.port)/revoke"))
    do throws(TransportFailure) {
      let response = try await Client().send(Request(url: url))
      Issue.record("status \(response.status)")
    } catch {
      #expect(error.mayHaveArrived, "\(error)")
      #expect("\(error)".contains("cannot be sent") == false)
    }
  }
}
