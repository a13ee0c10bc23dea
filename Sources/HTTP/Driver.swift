import CCurl
import Locks
import POSIX

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The one thread that runs libcurl's multi handle; everybody else hands it transfers and wakes it.
///
/// `@unchecked Sendable`: `multi` is used by the driver thread, but for `multi_wakeup`, which libcurl allows from
/// anywhere, and which is called under the inbox's lock only while the thread has not closed it.
@safe final class Driver: @unchecked Sendable {
  private struct Inbox {
    var starting: [Transfer] = []
    var cancelling: [Transfer] = []
    var isStopping = false
    var isClosed = false
  }

  private let curl: CurlLibrary
  private let multi: UnsafeMutableRawPointer
  private let inbox = Mutex(Inbox())

  init(_ curl: CurlLibrary, connectionsPerHost: Int) throws(TransportFailure) {
    guard let multi = unsafe curl.functions.pointee.multi_init() else {
      throw .other(code: Int(CURLE_FAILED_INIT.rawValue), text: "out of memory")
    }
    self.curl = curl
    unsafe self.multi = multi
    for option in [CURLMOPT_MAX_HOST_CONNECTIONS, CURLMOPT_MAXCONNECTS] {
      unsafe appauth_curl_multi_set_long(curl.functions, multi, option, connectionsPerHost)
    }
    // The thread owns the driver until it ends.
    guard DetachedThread.start({ self.run() }) else {
      _ = unsafe curl.functions.pointee.multi_cleanup(multi)
      throw .other(code: Int(CURLE_FAILED_INIT.rawValue), text: "no thread could be started")
    }
  }

  func start(_ transfer: Transfer) {
    let isAccepted = inbox.withLock { inbox in
      guard !inbox.isStopping else { return false }
      inbox.starting.append(transfer)
      wake(inbox)
      return true
    }
    if !isAccepted { transfer.finish(.failure(.cancelled)) }
  }

  func cancel(_ transfer: Transfer) {
    transfer.markCancelled()
    inbox.withLock { inbox in
      inbox.cancelling.append(transfer)
      wake(inbox)
    }
  }

  /// Ends the thread; whatever still runs ends as cancelled.
  func stop() {
    inbox.withLock { inbox in
      inbox.isStopping = true
      wake(inbox)
    }
  }

  private func wake(_ inbox: borrowing Inbox) {
    if !inbox.isClosed { _ = unsafe curl.functions.pointee.multi_wakeup(multi) }
  }
}

extension Driver {
  private func run() {
    blockBrokenPipe()
    var active: [UnsafeMutableRawPointer: Transfer] = unsafe [:]
    while true {
      let work = inbox.withLock { inbox in
        defer {
          inbox.starting = []
          inbox.cancelling = []
          inbox.isClosed = inbox.isStopping
        }
        return inbox
      }
      for transfer in work.starting { unsafe begin(transfer, &active) }
      for transfer in work.cancelling {
        if unsafe active.removeValue(forKey: transfer.easy) != nil {
          _ = unsafe curl.functions.pointee.multi_remove_handle(multi, transfer.easy)
          transfer.finish(.failure(.cancelled))
        }
      }
      if work.isStopping { break }
      unsafe perform(&active)
      // An idle thread sleeps until it is woken; libcurl itself shortens the wait while something runs.
      _ = unsafe curl.functions.pointee.multi_poll(
        multi,
        nil,
        0,
        active.isEmpty ? 600_000 : 1000,
        nil
      )
    }
    for unsafe(easy, transfer) in unsafe active {
      _ = unsafe curl.functions.pointee.multi_remove_handle(multi, easy)
      transfer.finish(.failure(.cancelled))
    }
    _ = unsafe curl.functions.pointee.multi_cleanup(multi)
  }

  private func begin(_ transfer: Transfer, _ active: inout [UnsafeMutableRawPointer: Transfer]) {
    if transfer.isCancelled {
      transfer.finish(.failure(.cancelled))
      return
    }
    let code = unsafe curl.functions.pointee.multi_add_handle(multi, transfer.easy)
    guard code == CURLM_OK else {
      transfer.finish(.failure(.other(code: Int(code.rawValue), text: "no room for a transfer")))
      return
    }
    unsafe active[transfer.easy] = transfer
  }

  private func perform(_ active: inout [UnsafeMutableRawPointer: Transfer]) {
    var running: Int32 = 0
    let code = unsafe curl.functions.pointee.multi_perform(multi, &running)
    if code != CURLM_OK {
      for unsafe(easy, transfer) in unsafe active {
        _ = unsafe curl.functions.pointee.multi_remove_handle(multi, easy)
        transfer.finish(.failure(.other(code: Int(code.rawValue), text: "libcurl gave up")))
      }
      unsafe active.removeAll()
      return
    }
    var left: Int32 = 0
    while let message = unsafe curl.functions.pointee.multi_info_read(multi, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE,
        let easy = unsafe message.pointee.easy_handle
      else { continue }
      // Read before the handle is removed, which frees the message.
      let result = unsafe appauth_curl_result(message)
      _ = unsafe curl.functions.pointee.multi_remove_handle(multi, easy)
      unsafe active.removeValue(forKey: easy)?.complete(result)
    }
  }

  /// A peer that closes early must not end the process; libcurl leaves this to us with CURLOPT_NOSIGNAL.
  private func blockBrokenPipe() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
