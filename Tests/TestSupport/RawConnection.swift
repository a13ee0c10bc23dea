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
    var limit = timeval(tv_sec: 10, tv_usec: 0)
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

  /// Reads until the other side closes, ten seconds pass in silence, or `limit` bytes are there.
  package func receive(atMost limit: Int = 1 << 20) -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while all.count < limit {
      let count = unsafe recv(socket, &buffer, min(buffer.count, limit - all.count), 0)
      guard count > 0 else { break }
      all += buffer[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }
}
