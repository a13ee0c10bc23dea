import POSIX
import TestSupport
import Testing

/// `openssl s_server` with a certificate of its own making.
final class TLSServer: Sendable {
  let port: UInt16
  private let folder: TemporaryFolder
  private let process: ChildProcess

  /// The certificate, which is its own authority.
  var certificate: String { folder.path.appending("cert.pem").text }

  /// Starts one.
  ///
  /// - Parameters:
  ///   - name: The certificate's subjectAltName.
  ///   - arguments: Further ones for `s_server`.
  /// - Throws: If it did not start.
  init(for name: String = "IP:127.0.0.1", _ arguments: [String] = []) async throws {
    folder = try TemporaryFolder()
    let made = try await ChildProcess.run(
      "openssl",
      arguments: [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
        "-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-days", "2",
        "-keyout", "key.pem", "-out", "cert.pem",
      ],
      folder: folder.path
    )
    try #require(made.exit == .code(0), "\(made.errorText)")
    for _ in 0..<20 {
      let port = UInt16.random(in: 16_000..<32_000)
      let process = try ChildProcess.spawn(
        "openssl",
        arguments: [
          "s_server", "-accept", "127.0.0.1:\(port)", "-key", "key.pem", "-cert", "cert.pem",
          "-www", "-quiet",
        ] + arguments,
        folder: folder.path
      )
      while process.exitIfEnded() == nil {
        if RawConnection(port: port) != nil {
          (self.port, self.process) = (port, process)
          return
        }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    throw FileFailure(.run, "openssl", .system(98))
  }

  // A child that nobody waits for would stay, and the monitor of exit tests would see it again and again.
  deinit { process.end() }
}
