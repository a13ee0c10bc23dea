import HTTP
import Locks
import Loopback
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A proxy` {
  @Test func `it is never asked for loopback, and asked for everything else`() async throws {
    let asked = Mutex<[String]>([])
    let proxy = try LoopbackServer { request in
      asked.withLock { $0.append("\(request.method) \(text(request.rawTarget))") }
      return LoopbackResponse(status: 403)
    }
    let server = try LoopbackServer { _ in LoopbackResponse(status: 200) }
    let client = Client(configuration: ClientConfiguration(proxy: "\(proxy.origin)"))
    let near = try #require(HTTPURL("\(server.origin)/"))
    let far = try #require(HTTPURL("https://id.example.invalid/token"))
    #expect(try await client.send(Request(url: near)).status == 200)
    #expect(asked.withLock { $0 } == [])
    await #expect(throws: TransportFailure.self) { try await client.send(Request(url: far)) }
    #expect(asked.withLock { $0 } == ["CONNECT id.example.invalid:443"])
  }

  @Test func `it is shown without its password`() {
    let shown = { ClientConfiguration(proxy: $0).proxyShown }
    #expect(shown("http://user:p@ss@proxy.example:3128") == "http://proxy.example:3128")
    #expect(shown("user:pass@proxy.example") == "proxy.example")
    #expect(shown("socks5h://proxy.example") == "socks5h://proxy.example")
    #expect(shown(nil) == nil)
  }
}
