import HTTP
import Loopback
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `What comes in is bounded` {
  let client = Client()

  @Test func `an oversize body is stopped`() async throws {
    let server = try LoopbackServer { _ in
      LoopbackResponse(status: 200, body: [UInt8](repeating: 0x61, count: (1 << 20) + 1))
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    await #expect(throws: TransportFailure.tooLarge(limit: 1 << 20)) {
      try await client.send(Request(url: url))
    }
  }

  @Test func `a body of exactly the limit is taken`() async throws {
    let server = try LoopbackServer { _ in
      LoopbackResponse(status: 200, body: [UInt8](repeating: 0x61, count: 1000))
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let limits = Limits(bodyBytes: 1000)
    #expect(try await client.send(Request(url: url, limits: limits)).body.count == 1000)
  }

  @Test func `a compressed body is unpacked`() async throws {
    let server = try LoopbackServer { request in
      LoopbackResponse(
        status: request.header("accept-encoding")?.contains("gzip") == true ? 200 : 406,
        headers: ["Content-Encoding": "gzip", "Content-Type": "Application/JSON; charset=utf-8"],
        body: packedJSON
      )
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let response = try await client.send(Request(url: url))
    #expect(response.status == 200)
    #expect(text(response.body) == #"{"plain":true}"#)
    #expect(response.contentType == "application/json")
  }

  @Test func `a body that is small only while compressed is stopped`() async throws {
    let server = try LoopbackServer { _ in
      LoopbackResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: packedZeros)
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let tight = Request(url: url, limits: Limits(bodyBytes: 100_000))
    await #expect(throws: TransportFailure.tooLarge(limit: 100_000)) {
      try await client.send(tight)
    }
    #expect(try await client.send(Request(url: url)).body.count == 256 << 10)
  }

  @Test func `too many header bytes are stopped`() async throws {
    let server = try LoopbackServer(limits: LoopbackLimits(headerBytes: 512 << 10)) { _ in
      LoopbackResponse(
        status: 200,
        headers: ["X-Long": String(repeating: "a", count: 70_000)]
      )
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    await #expect(throws: TransportFailure.headerTooLarge(limit: 64 << 10)) {
      try await client.send(Request(url: url))
    }
  }

  /// libcurl itself gives up on a line of more than 100 KiB, before it hands any of it over.
  @Test(arguments: [90_000, 150_000, 400_000])
  func `one header line without an end is named as such`(bytes: Int) async throws {
    let server = try LoopbackServer(limits: LoopbackLimits(headerBytes: 2 << 20)) { _ in
      LoopbackResponse(status: 200, headers: ["X-Long": String(repeating: "a", count: bytes)])
    }
    let url = try #require(HTTPURL("\(server.origin)/"))
    let failure = await #expect(throws: TransportFailure.self) {
      try await client.send(Request(url: url))
    }
    #expect(failure == .headerTooLarge(limit: 64 << 10))
    #expect(failure?.description.contains("header of the answer is larger") == true)
  }
}

/// `{"plain":true}`, packed by gzip.
private let packedJSON: [UInt8] = [
  31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 42, 200, 73, 204, 204, 83, 178, 42, 41, 42, 77, 173, 5,
  0, 92, 122, 109, 134, 14, 0, 0, 0,
]

/// 256 KiB of zeros, packed by gzip into some 300 bytes.
private let packedZeros: [UInt8] =
  [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 237, 109, 7, 160]
  + [UInt8](repeating: 0, count: 254) + [222, 0, 34, 234, 14, 226, 0, 0, 4, 0]
