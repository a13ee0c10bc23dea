import CSecret
import Dispatch
import Locks
import POSIX

/// One call of the keyring on a thread of its own, which is left behind if it does not come back.
///
/// `@unchecked Sendable`: libsecret's cancellable may be used by any thread, the outcome is behind a lock.
@safe final class Attempt<R: Sendable>: @unchecked Sendable {
  private let library: SecretLibrary
  private let cancellable: OpaquePointer?
  private let outcome = Mutex<Result<R, KeyringFailure>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(_ library: SecretLibrary) {
    self.library = library
    unsafe cancellable = library.functions.pointee.g_cancellable_new()
  }

  deinit {
    if let cancellable = unsafe cancellable {
      unsafe library.functions.pointee.g_object_unref(UnsafeMutableRawPointer(cancellable))
    }
  }

  /// Starts the work.
  ///
  /// - Returns: False if there is no thread to be had.
  func start(_ body: @escaping @Sendable (SecretSession) throws(KeyringFailure) -> R) -> Bool {
    guard !Abandoned.isSet else {
      outcome.withLock { $0 = .failure(.silent) }
      done.signal()
      return true
    }
    return DetachedThread.start {
      let result: Result<R, KeyringFailure>
      do throws(KeyringFailure) {
        let session = try unsafe SecretSession(self.library, self.cancellable)
        result = .success(try body(session))
      } catch {
        result = .failure(error)
      }
      self.outcome.withLock { $0 = result }
      self.done.signal()
    }
  }

  /// Waits for the end.
  ///
  /// - Returns: `silent` when the time is up; the work is cancelled then, and left behind.
  func result(within patience: Duration) -> Result<R, KeyringFailure> {
    let parts = patience.components
    let time = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    if done.wait(timeout: .now() + time) == .success {
      return outcome.withLock { $0 } ?? .failure(.silent)
    }
    if let cancellable = unsafe cancellable {
      unsafe library.functions.pointee.g_cancellable_cancel(cancellable)
    }
    Abandoned.set()
    return .failure(.silent)
  }
}

/// Whether a call was given up in this process: the next would wait as long, for nothing.
private enum Abandoned {
  private static let flag = Mutex(false)

  static var isSet: Bool { flag.withLock { $0 } }

  static func set() { flag.withLock { $0 = true } }
}
