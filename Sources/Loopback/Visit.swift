import CMicroHTTPD
import HTTP
import Locks
import Secrets

/// One request while it comes in, and its answer when there is one.
///
/// `@unchecked Sendable`: libmicrohttpd's thread alone touches it, but for `reply`, which has its own lock, and
/// `connection`, which is written before the visit is put to sleep and read by whoever wakes it, under the
/// listener's lock both times.
@safe final class Visit: @unchecked Sendable {
  private struct Reply {
    var response: LoopbackResponse?
    var task: Task<Void, Never>?
  }

  var connection: OpaquePointer?
  private(set) var hasHeaders = false
  private var target: [UInt8]
  private var method = ""
  private var clientPort: UInt16 = 0
  private var headers: [LoopbackRequest.Parameter] = []
  private var pieces: [[UInt8]] = []
  private var count = 0
  private let bodyLimit: Int
  private let reply = Mutex(Reply())

  init(target: [UInt8], bodyLimit: Int) {
    unsafe self.connection = nil
    self.target = target
    self.bodyLimit = bodyLimit
  }

  deinit { wipeBody() }

  /// What Content-Length says, as far as it can be read.
  var declaredLength: Int {
    let text = headers.first { $0.name == "content-length" }?.value.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    return text.map { Int($0) ?? .max } ?? 0
  }

  /// Takes a piece of the body; false ends the connection.
  func append(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
    count += piece.count
    guard count <= bodyLimit else { return false }
    pieces.append(unsafe Array(piece))
    return true
  }

  func read(headers library: MicroHTTPDLibrary, of connection: OpaquePointer, method: String) {
    hasHeaders = true
    self.method = method
    clientPort = unsafe appauth_mhd_client_port(library.functions, connection)
    let box = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe appauth_mhd_headers(
      library.functions,
      connection,
      { box, _, name, value in
        guard let box = unsafe box, let name = unsafe name else { return appauth_mhd_no }
        unsafe Unmanaged<Visit>.fromOpaque(box).takeUnretainedValue().add(name, value)
        return appauth_mhd_yes
      },
      box
    )
  }

  private func add(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>?) {
    var bytes: [UInt8] = []
    var next = unsafe value
    while let byte = unsafe next?.pointee, byte != 0 {
      bytes.append(UInt8(bitPattern: byte))
      unsafe next = unsafe next?.successor()
    }
    headers.append(
      .init(name: unsafe String(cString: name).lowercased(), value: SecretBytes(wiping: &bytes))
    )
  }

  /// Hands the request over; nothing of it stays here.
  func takeRequest() -> LoopbackRequest {
    let body = SecretBytes(capacity: count) { output in
      for piece in pieces { for byte in piece { output.append(byte) } }
    }
    wipeBody()
    defer {
      wipe(&target)
      headers = []
    }
    return LoopbackRequest(
      method: method,
      target: target,
      headers: headers,
      body: body,
      clientPort: clientPort
    )
  }

  func run(_ work: @escaping @Sendable () async -> Void) {
    reply.withLock { $0.task = Task { await work() } }
  }

  func cancel() { reply.withLock { $0.task }?.cancel() }

  func answer(_ response: LoopbackResponse) { reply.withLock { $0.response = response } }

  func takeAnswer() -> LoopbackResponse? {
    reply.withLock { reply in
      defer { reply.response = nil }
      return reply.response
    }
  }

  private func wipeBody() {
    for index in pieces.indices { wipe(&pieces[index]) }
    pieces = []
  }
}

extension Visit: Hashable {
  static func == (left: Visit, right: Visit) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
