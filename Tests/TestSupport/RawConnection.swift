import Foundation
import Locks

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A bare TCP connection to a server on 127.0.0.1, for what no well-behaved client sends.
@safe package final class RawConnection: Sendable {
  private let socket: Int32

  /// Connects; nil if nobody listens.
  package init?(port: UInt16) {
    #if canImport(Darwin)
    let number = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #else
    let number = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    socket = number
    guard number >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(number, $0, size)
      }
    }
    guard code == 0 else { return nil }
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    unsafe setsockopt(
      socket,
      SOL_SOCKET,
      SO_RCVTIMEO,
      &limit,
      socklen_t(MemoryLayout<timeval>.size)
    )
  }

  deinit { close(socket) }

  /// Sends bytes; false once the other side has gone.
  @discardableResult
  package func send(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    return unsafe bytes.withUnsafeBytes { buffer in
      // A peer that has gone is an error here, not a signal.
      #if canImport(Darwin)
      unsafe Darwin.send(socket, buffer.baseAddress, buffer.count, 0) == buffer.count
      #else
      unsafe Glibc.send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        == buffer.count
      #endif
    }
  }

  /// What the other side sent.
  package struct Received: Sendable {
    /// All of it.
    package let text: String
    /// Whether it then closed the connection, instead of being silent for half a minute or sending too much.
    package let isOver: Bool
  }

  /// Reads until the other side closes, half a minute passes in silence, or `limit` bytes are there.
  ///
  /// It waits on a thread of its own: the server that shall answer needs those of the tasks.
  ///
  /// - Parameter limit: How much it reads.
  /// - Returns: What came.
  package func receive(atMost limit: Int = 1 << 20) async -> Received {
    await withResumption { continuation in
      Thread.detachNewThread {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        var count = 1
        while count > 0, all.count < limit {
          count = unsafe recv(self.socket, &buffer, min(buffer.count, limit - all.count), 0)
          all += buffer[..<max(count, 0)]
        }
        // A reset is an end as well; a time-out is none.
        let isOver = count == 0 || (count < 0 && errno != EAGAIN)
        continuation.resume(
          returning: Received(text: String(decoding: all, as: UTF8.self), isOver: isOver)
        )
      }
    }
  }
}
