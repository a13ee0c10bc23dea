import CMicroHTTPD
import HTTP
import Locks
import Secrets

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The daemon of libmicrohttpd, and which of its connections sleep.
///
/// `@unchecked Sendable`: `daemon` is set once under `state`'s lock and taken out once; everything else is fixed.
@safe final class Listener: @unchecked Sendable {
  /// `@unchecked Sendable`: libmicrohttpd's daemon may be told from any thread.
  @safe private struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private struct State {
    var daemon: Daemon?
    var sleeping: Set<Visit> = []
    var isStopping = false
    var isQuiet = false
    var active = 0
  }

  private let library: MicroHTTPDLibrary
  private let limits: LoopbackLimits
  private let handler: LoopbackServer.Handler
  private let state: Mutex<State>
  /// Told of by libmicrohttpd's thread alone, as no two of its calls come at a time.
  private let connections: Mutex<OpenConnections>
  private(set) var port: UInt16 = 0

  init(
    _ library: MicroHTTPDLibrary,
    address: LoopbackServer.Address,
    port: UInt16,
    limits: LoopbackLimits,
    handler: @escaping LoopbackServer.Handler
  ) throws(LoopbackFailure) {
    self.library = library
    self.limits = limits
    self.handler = handler
    self.state = Mutex(State())
    self.connections = Mutex(OpenConnections(limit: limits.connections))
    // The daemon is stopped before the listener goes, so a borrowed pointer will do.
    let box = unsafe Unmanaged.passUnretained(self).toOpaque()
    let daemon = unsafe appauth_mhd_start(
      library.functions,
      address == .ipv6 ? 1 : 0,
      port,
      box,
      { unsafe accessed($0, $1, $3, $5, $6, $7) },
      { context, connection, slot, _ in unsafe completed(context, connection, slot) },
      { context, target, _ in unsafe begun(context, target) },
      { context, connection, _, code in unsafe noteConnection(context, connection, code) },
      UInt32(clamping: limits.connections),
      UInt32(clamping: limits.idleSeconds),
      max(limits.headerBytes, 1024)
    )
    guard let daemon = unsafe daemon else {
      throw .portUnavailable(port, reason: unsafe String(cString: strerror(errno)))
    }
    self.port = unsafe appauth_mhd_port(library.functions, daemon)
    let owned = unsafe Daemon(pointer: daemon)
    state.withLock { $0.daemon = owned }
  }

  var activeRequests: Int { state.withLock { $0.active } }

  /// Takes no new connection: whoever comes is cut off at once.
  ///
  /// libmicrohttpd has a call for it, which takes the port away from its own thread while that may be about to do the
  /// same, and then ends the process (0.9.75).
  func quiesce() {
    state.withLock { $0.isQuiet = true }
  }

  func stop() {
    let (daemon, visits) = state.withLock { state in
      defer {
        state.isStopping = true
        state.daemon = nil
        state.sleeping = []
      }
      // libmicrohttpd must not be stopped while a connection sleeps.
      for visit in state.sleeping { wake(visit, with: .drop) }
      return (state.daemon, state.sleeping)
    }
    for visit in visits { visit.cancel() }
    if let daemon { unsafe library.functions.pointee.stop_daemon(daemon.pointer) }
  }

  private func wake(_ visit: Visit, with response: LoopbackResponse) {
    visit.answer(response)
    unsafe library.functions.pointee.resume_connection(visit.connection)
  }
}

extension Listener {
  fileprivate func begin(_ target: [UInt8]) -> Visit {
    state.withLock { $0.active += 1 }
    return Visit(target: target, bodyLimit: limits.bodyBytes)
  }

  fileprivate func end(_ connection: OpaquePointer?) {
    state.withLock { $0.active -= 1 }
    if let connection = unsafe connection {
      connections.withLock { unsafe $0.isHeard(connection, false) }
    }
  }

  /// A new connection pushes out the one that has been silent the longest, once few are left.
  fileprivate func opened(_ connection: OpaquePointer) {
    if state.withLock({ $0.isQuiet }) { unsafe appauth_mhd_cut(library.functions, connection) }
    guard let oldest = connections.withLock({ unsafe $0.open(connection) }) else { return }
    unsafe appauth_mhd_cut(library.functions, oldest.pointer)
  }

  fileprivate func closed(_ connection: OpaquePointer) {
    connections.withLock { unsafe $0.close(connection) }
  }

  /// Called by libmicrohttpd for the headers, for each piece of the body, at its end, and after a sleep.
  fileprivate func access(
    _ visit: Visit,
    _ connection: OpaquePointer,
    method: String,
    piece: UnsafeBufferPointer<UInt8>?
  ) -> MHD_Result {
    if let piece = unsafe piece {
      return unsafe visit.append(piece) ? appauth_mhd_yes : appauth_mhd_no
    }
    if let response = visit.takeAnswer() { return unsafe send(response, on: connection) }
    guard visit.hasHeaders else {
      unsafe visit.read(headers: library, of: connection, method: method)
      guard visit.declaredLength <= limits.bodyBytes else {
        return unsafe send(LoopbackResponse(status: 413), on: connection)
      }
      return appauth_mhd_yes
    }
    return state.withLock { state in
      if state.isStopping { return appauth_mhd_no }
      unsafe library.functions.pointee.suspend_connection(connection)
      connections.withLock { unsafe $0.isHeard(connection, true) }
      unsafe visit.connection = connection
      state.sleeping.insert(visit)
      let request = visit.takeRequest()
      visit.run { [handler] in
        var response = await handler(request)
        if let delay = response.delay {
          do { try await Task.sleep(for: delay) } catch { response = .drop }
        }
        self.answer(visit, response)
      }
      return appauth_mhd_yes
    }
  }

  private func answer(_ visit: Visit, _ response: LoopbackResponse) {
    state.withLock { state in
      if state.sleeping.remove(visit) != nil { wake(visit, with: response) }
    }
  }

  private func send(_ answer: LoopbackResponse, on connection: OpaquePointer) -> MHD_Result {
    if answer.dropsConnection { return appauth_mhd_no }
    let made = unsafe answer.body.withUnsafeBytes { bytes in
      unsafe appauth_mhd_response(library.functions, bytes.baseAddress, bytes.count)
    }
    guard let response = unsafe made else { return appauth_mhd_no }
    defer { unsafe library.functions.pointee.destroy_response(response) }
    for (name, value) in answer.headers {
      let added = unsafe library.functions.pointee.add_response_header(response, name, value)
      // A line break in a value would begin a header of its own: libmicrohttpd refuses it, and so do we.
      if added != appauth_mhd_yes { return appauth_mhd_no }
    }
    return unsafe library.functions.pointee.queue_response(
      connection,
      UInt32(clamping: answer.status),
      response
    )
  }
}

private func begun(
  _ context: UnsafeMutableRawPointer?,
  _ target: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer? {
  guard let context = unsafe context, let target = unsafe target else { return nil }
  let bytes = unsafe UnsafeRawBufferPointer(start: target, count: strlen(target))
  let listener = unsafe Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
  // Given back in `completed`.
  return unsafe Unmanaged.passRetained(listener.begin(Array(bytes))).toOpaque()
}

private func accessed(
  _ context: UnsafeMutableRawPointer?,
  _ connection: OpaquePointer?,
  _ method: UnsafePointer<CChar>?,
  _ piece: UnsafePointer<CChar>?,
  _ count: UnsafeMutablePointer<Int>?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context = unsafe context, let connection = unsafe connection,
    let method = unsafe method, let count = unsafe count, let box = unsafe slot?.pointee
  else { return appauth_mhd_no }
  let listener = unsafe Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
  let visit = unsafe Unmanaged<Visit>.fromOpaque(box).takeUnretainedValue()
  var bytes: UnsafeBufferPointer<UInt8>?
  if let piece = unsafe piece, unsafe count.pointee > 0 {
    unsafe bytes = UnsafeRawBufferPointer(start: piece, count: count.pointee)
      .assumingMemoryBound(to: UInt8.self)
    unsafe count.pointee = 0
  }
  return unsafe listener.access(visit, connection, method: String(cString: method), piece: bytes)
}

private func completed(
  _ context: UnsafeMutableRawPointer?,
  _ connection: OpaquePointer?,
  _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) {
  guard let context = unsafe context, let box = unsafe slot?.pointee else { return }
  unsafe slot?.pointee = nil
  unsafe Unmanaged<Visit>.fromOpaque(box).release()
  unsafe Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().end(connection)
}

private func noteConnection(
  _ context: UnsafeMutableRawPointer?,
  _ connection: OpaquePointer?,
  _ code: MHD_ConnectionNotificationCode
) {
  guard let context = unsafe context, let connection = unsafe connection else { return }
  let listener = unsafe Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
  if appauth_mhd_is_start(code) != 0 {
    unsafe listener.opened(connection)
  } else {
    unsafe listener.closed(connection)
  }
}
