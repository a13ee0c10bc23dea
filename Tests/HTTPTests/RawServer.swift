import POSIX
import TestSupport
import Testing

/// A server that answers every request with the same bytes, whatever they are.
final class RawServer: Sendable {
  let port: UInt16
  private let process: ChildProcess

  private static let script = """
    import socket, sys
    server = socket.socket()
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    server.bind(("127.0.0.1", int(sys.argv[1])))
    server.listen(8)
    while True:
        client = server.accept()[0]
        if client.recv(65536):
            client.sendall(bytes.fromhex(sys.argv[2]))
        client.close()
    """

  /// Starts one.
  ///
  /// - Parameter answer: What it sends.
  /// - Throws: If it did not start.
  init(answering answer: [UInt8]) async throws {
    let hex = answer.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    for _ in 0..<20 {
      let port = UInt16.random(in: 16_000..<32_000)
      let process = try ChildProcess.spawn(
        "python3",
        arguments: ["-c", Self.script, "\(port)", hex]
      )
      while process.exitIfEnded() == nil {
        if RawConnection(port: port) != nil {
          (self.port, self.process) = (port, process)
          return
        }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
    throw FileFailure(.run, "python3", .system(98))
  }

  deinit { process.end() }
}
