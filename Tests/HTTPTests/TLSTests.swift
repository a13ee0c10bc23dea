import FoundationEssentials
import HTTP
import POSIX
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A TLS connection` {
  func status(_ server: TLSServer, caFile: String?) async throws -> Int {
    let client = Client(configuration: ClientConfiguration(caFile: caFile, proxy: nil))
    let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
    return try await client.send(Request(url: url)).status
  }

  func refusal(_ server: TLSServer, caFile: String?) async -> String? {
    let failure = await #expect(throws: TransportFailure.self) {
      try await status(server, caFile: caFile)
    }
    guard case .tls(let detail) = failure else {
      Issue.record("\(String(describing: failure))")
      return nil
    }
    return detail
  }

  @Test func `a private authority is trusted when its file is added, and not before`() async throws
  {
    let server = try await TLSServer()
    #expect(await refusal(server, caFile: nil)?.contains("self-signed") == true)
    #expect(try await status(server, caFile: server.certificate) == 200)
  }

  @Test func `until when the certificate is good is told where asked`() async throws {
    let server = try await TLSServer()
    let client = Client(configuration: ClientConfiguration(caFile: server.certificate))
    let url = try #require(HTTPURL("https://127.0.0.1:\(server.port)/"))
    var request = Request(url: url)
    #expect(try await client.send(request).certificateExpiry == nil)
    request.wantsCertificate = true
    let expiry = try #require(try await client.send(request).certificateExpiry)
    #expect(abs(expiry - Date().timeIntervalSince1970 - 2 * 86_400) < 3600)
  }

  @Test func `a certificate for another name is refused`() async throws {
    let server = try await TLSServer(for: "DNS:id.example.com")
    let detail = await refusal(server, caFile: server.certificate)
    #expect(detail?.contains("127.0.0.1") == true)
  }

  @Test func `a server that speaks nothing newer than TLS 1.1 is refused`() async throws {
    let server = try await TLSServer(
      for: "IP:127.0.0.1",
      ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"]
    )
    _ = await refusal(server, caFile: server.certificate)
  }

  @Test func `a file that holds no certificate is told`() async throws {
    let server = try await TLSServer()
    let folder = try TemporaryFolder()
    let file = try folder.write("empty.pem", text: "nothing")
    #expect(await refusal(server, caFile: file.text)?.contains("no PEM certificate") == true)
    let missing = folder.path.appending("missing.pem").text
    #expect(await refusal(server, caFile: missing)?.contains("cannot be read") == true)
  }
}
