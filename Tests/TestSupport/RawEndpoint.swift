import Foundation
import Locks

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A bare TCP server on 127.0.0.1 that answers every request with the same bytes, for what no HTTP server sends.
@safe package final class RawEndpoint: Sendable {
  /// Where it listens.
  package let port: UInt16
  private let content: Content

  /// What its threads share.
  private final class Content: Sendable {
    let answer: [UInt8]
    let staysOpen: Bool
    let requests = Mutex<[String]>([])
    let isOver = Mutex(false)

    init(answer: [UInt8], staysOpen: Bool) {
      self.answer = answer
      self.staysOpen = staysOpen
    }
  }

  /// Listens on a port that is free.
  ///
  /// - Parameters:
  ///   - answer: What it sends.
  ///   - staysOpen: Whether it then says nothing until the client goes, instead of closing the connection.
  package init?(answering answer: [UInt8], stayingOpen staysOpen: Bool = false) {
    #if canImport(Darwin)
    let number = Darwin.socket(AF_INET, SOCK_STREAM, 0)
    #else
    let number = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard number >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(number, $0, size) == 0 && listen(number, 16) == 0
          && getsockname(number, $0, &size) == 0
      }
    }
    guard isBound else {
      close(number)
      return nil
    }
    port = UInt16(bigEndian: address.sin_port)
    content = Content(answer: answer, staysOpen: staysOpen)
    Thread.detachNewThread { [content] in Self.serve(number, content) }
  }

  deinit {
    content.isOver.withLock { $0 = true }
    // Whoever waits for a client gets one, and sees that it is over.
    _ = RawConnection(port: port)
  }

  /// The requests so far, as they came.
  package var requests: [String] { content.requests.withLock { $0 } }

  private static func serve(_ listener: Int32, _ content: Content) {
    defer { close(listener) }
    while true {
      let client = accept(listener, nil, nil)
      guard !content.isOver.withLock({ $0 }) else {
        close(client)
        return
      }
      guard client >= 0 else { return }
      Thread.detachNewThread { attend(to: client, content) }
    }
  }

  private static func attend(to client: Int32, _ content: Content) {
    defer { close(client) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isWhole(request) {
      let count = unsafe recv(client, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
    content.requests.withLock { $0.append(String(decoding: request, as: UTF8.self)) }
    var rest = content.answer[...]
    while !rest.isEmpty {
      let sent = unsafe rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
        unsafe Darwin.send(client, bytes.baseAddress, bytes.count, 0)
        #else
        unsafe Glibc.send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
    while content.staysOpen, unsafe recv(client, &buffer, buffer.count, 0) > 0 {}
  }

  private static func isWhole(_ request: [UInt8]) -> Bool {
    let text = String(decoding: request, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
    let length = text.lowercased().split(separator: "\r\n")
      .first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).drop { $0 == " " }) }
    return text[end.upperBound...].utf8.count >= length ?? 0
  }
}
