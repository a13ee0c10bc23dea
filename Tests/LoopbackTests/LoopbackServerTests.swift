import HTTP
import Locks
import Loopback
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A server on the loopback address` {
  let client = Client()

  @Test(arguments: LoopbackServer.Address.allCases)
  func `it is reached by its address`(_ address: LoopbackServer.Address) async throws {
    let server = try LoopbackServer(address: address) { request in
      LoopbackResponse(
        status: 203,
        headers: ["X-Path": request.path, "X-Host": request.header("host") ?? ""],
        body: Array("hello".utf8)
      )
    }
    let url = try #require(HTTPURL("\(server.origin)/a%2Fb?x=1"))
    let response = try await client.send(Request(url: url))
    #expect(response.status == 203)
    #expect(response.headers["x-path"] == "/a%2Fb")
    #expect(response.headers["x-host"] == "\(address.rawValue):\(server.port)")
    #expect(text(response.body) == "hello")
  }

  @Test func `values are decoded once and duplicates are all there`() async throws {
    let seen = Mutex<LoopbackRequest?>(nil)
    let server = try LoopbackServer { request in
      seen.withLock { $0 = request }
      return LoopbackResponse(status: 200)
    }
    let url = try #require(
      HTTPURL("\(server.origin)/cb?code=a%252Fb+c&state=1&state=2&empty=&bare&bad=%C3%28")
    )
    _ = try await client.send(Request(url: url))
    let request = try #require(seen.withLock { $0 })
    #expect(request.query.map(\.name) == ["code", "state", "state", "empty", "bare", "bad"])
    #expect(request.only("code").map(text) == "a%2Fb c")
    #expect(request.only("state") == nil)
    #expect(request.only("missing") == nil)
    #expect(request.pairCount == 6)
    #expect(
      text(request.rawTarget)
        == "/cb?code=a%252Fb+c&state=1&state=2&empty=&bare&bad=%C3%28"
    )
  }

  @Test func `a form body is read`() async throws {
    let server = try LoopbackServer { request in
      let fields = request.form?.map { "\($0.name)=\(text($0.value))" } ?? ["none"]
      return LoopbackResponse(status: 200, body: Array(fields.joined(separator: "|").utf8))
    }
    let url = try #require(HTTPURL("\(server.origin)/token"))
    let form = FormBody(["grant_type": "authorization_code", "code": "a+b/c =&ä"])
    let response = try await client.send(.post(url, form: form))
    #expect(text(response.body) == "grant_type=authorization_code|code=a+b/c =&ä")
    let plain = Request(
      method: "POST",
      url: url,
      headers: [.init("Content-Type", "text/plain")],
      body: form.encoded()
    )
    #expect(text(try await client.send(plain).body) == "none")
  }

  @Test(arguments: [40, 130, 300])
  func `connections that say nothing hold nobody up`(count: Int) async throws {
    let server = try LoopbackServer { _ in LoopbackResponse(status: 204) }
    var silent: [RawConnection] = []
    for index in 0..<count {
      let connection = try #require(RawConnection(port: server.port))
      if index.isMultiple(of: 2) { connection.send("GET /cb?code".utf8) }
      silent.append(connection)
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let limits = Limits(connectSeconds: 5, totalSeconds: 5)
    #expect(try await client.send(Request(url: url, limits: limits)).status == 204)
    #expect(silent.count == count)
  }

  @Test func `a request that is being answered is not given up for those that say nothing`()
    async throws
  {
    let server = try LoopbackServer { _ in
      LoopbackResponse(status: 200, body: Array("late".utf8), delay: .seconds(2))
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    async let slow = client.send(Request(url: url))
    try await Task.sleep(for: .seconds(1))
    let silent = (0..<200).map { _ in RawConnection(port: server.port) }
    #expect(text(try await slow.body) == "late")
    #expect(silent.count == 200)
  }

  @Test func `a slow handler holds nobody up`() async throws {
    let server = try LoopbackServer { request in
      LoopbackResponse(status: 200, delay: request.path == "/slow" ? .seconds(30) : nil)
    }
    let slow = try #require(HTTPURL("\(server.origin)/slow"))
    let fast = try #require(HTTPURL("\(server.origin)/fast"))
    let waiting = Task { [client] in try await client.send(Request(url: slow)) }
    for _ in 0..<5 { #expect(try await client.send(Request(url: fast)).status == 200) }
    server.stop()
    await #expect(throws: TransportFailure.self) { try await waiting.value }
  }

  @Test func `a silent connection is closed after the idle time`() async throws {
    let server = try LoopbackServer(limits: LoopbackLimits(idleSeconds: 1)) { _ in
      LoopbackResponse(status: 200)
    }
    let connection = try #require(RawConnection(port: server.port))
    connection.send("GET / HTTP/1.1\r\nHost: x\r\n".utf8)
    #expect(await connection.receive().isOver)
  }

  @Test func `too many header bytes are refused`() async throws {
    let hits = Mutex(0)
    let server = try LoopbackServer(limits: LoopbackLimits(headerBytes: 8192)) { _ in
      hits.withLock { $0 += 1 }
      return LoopbackResponse(status: 200)
    }
    let connection = try #require(RawConnection(port: server.port))
    connection.send("GET / HTTP/1.1\r\nHost: x\r\nX: ".utf8)
    connection.send([UInt8](repeating: 0x61, count: 20_000))
    connection.send("\r\n\r\n".utf8)
    let answer = await connection.receive().text
    #expect(answer.hasPrefix("HTTP/1.1 4") || answer.isEmpty)
    #expect(hits.withLock { $0 } == 0)
  }

  @Test func `too large a body is refused, whether announced or not`() async throws {
    let hits = Mutex(0)
    let server = try LoopbackServer(limits: LoopbackLimits(bodyBytes: 1000)) { _ in
      hits.withLock { $0 += 1 }
      return LoopbackResponse(status: 200)
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let body = SecretBytes(copying: [UInt8](repeating: 1, count: 1001))
    let response = try await client.send(Request(method: "POST", url: url, body: body))
    #expect(response.status == 413)

    let connection = try #require(RawConnection(port: server.port))
    connection.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    for _ in 0..<20 { connection.send("64\r\n\(String(repeating: "a", count: 100))\r\n".utf8) }
    connection.send("0\r\n\r\n".utf8)
    #expect(!(await connection.receive().text.contains("200 OK")))
    #expect(hits.withLock { $0 } == 0)
  }

  @Test func `stopping frees the port at once`() async throws {
    let first = try FixedPort.first { port in
      try LoopbackServer(port: port) { _ in LoopbackResponse(status: 200) }
    }
    let port = first.port
    let url = try #require(HTTPURL("\(first.origin)/"))
    #expect(try await client.send(Request(url: url)).status == 200)
    #expect(throws: LoopbackFailure.self) {
      _ = try LoopbackServer(port: port) { _ in LoopbackResponse(status: 201) }
    }
    first.stop()
    first.stop()
    #expect(RawConnection(port: port) == nil)
    let second = try LoopbackServer(port: port) { _ in LoopbackResponse(status: 201) }
    #expect(try await client.send(Request(url: url)).status == 201)
    second.stop()
  }

  @Test func `draining lets the last answer arrive`() async throws {
    let server = try LoopbackServer { _ in
      LoopbackResponse(status: 200, body: Array(repeating: 0x61, count: 500_000))
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    async let response = client.send(Request(url: url))
    let body = try await response.body
    await server.drain()
    server.stop()
    #expect(body.count == 500_000)
  }

  @Test func `who comes while it drains is cut off, at any moment, and nothing else ends`()
    async throws
  {
    for _ in 0..<40 {
      let server = try LoopbackServer(limits: LoopbackLimits(connections: 8)) { _ in
        LoopbackResponse(status: 200)
      }
      let url = try #require(HTTPURL("\(server.origin)/"))
      #expect(try await client.send(Request(url: url)).status == 200)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<12 { group.addTask { _ = try? await client.send(Request(url: url)) } }
        await server.drain()
        group.addTask { server.stop() }
      }
      await #expect(throws: TransportFailure.self) { try await client.send(Request(url: url)) }
    }
  }

  @Test func `a header value with a line break closes the connection instead`() async throws {
    let server = try LoopbackServer { _ in
      LoopbackResponse(status: 302, headers: ["Location": "https://a.example/\r\nX-Evil: 1"])
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    await #expect(throws: TransportFailure.self) { try await client.send(Request(url: url)) }
  }

  @Test func `a hundred requests at once are all answered`() async throws {
    let server = try LoopbackServer { request in
      LoopbackResponse(status: 200, body: Array(request.path.utf8))
    }
    let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<100 {
        group.addTask {
          let url = try #require(HTTPURL("\(server.origin)/\(index)"))
          return text(try await client.send(Request(url: url)).body) == "/\(index)"
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 100 && !answers.contains(false))
  }
}

func text(_ secret: SecretBytes) -> String {
  secret.withBytes { bytes in
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
