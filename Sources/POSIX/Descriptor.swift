import CSystem

/// Owns one file descriptor and closes it with the last owner.
final class Descriptor: Sendable {
  let number: Int32

  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    // Not repeated on EINTR: the number is free already, and may be another file's by then.
    _ = close(number)
  }
}

/// The system's `errno` of this thread.
var lastError: Int32 { appauth_errno() }

/// Repeats `call` while signals interrupt it.
///
/// - Throws: What failed, with the system's `errno`.
@discardableResult
func systemCall<R: SignedInteger>(
  _ operation: FileFailure.Operation,
  _ path: Path,
  _ call: () -> R
) throws(FileFailure) -> R {
  while true {
    let result = call()
    if result >= 0 { return result }
    let code = lastError
    if code != EINTR { throw FileFailure(operation, path, code) }
  }
}

/// Like ``systemCall(_:_:_:)`` for calls that also need a path.
@discardableResult
func systemCall<R: SignedInteger>(
  _ operation: FileFailure.Operation,
  _ path: Path,
  named name: Path,
  _ call: (UnsafePointer<CChar>) -> R
) throws(FileFailure) -> R {
  while true {
    var code: Int32 = 0
    let result = try unsafe name.withCString(operation) { start in
      let result = unsafe call(start)
      // Read at once: freeing the C string may change it.
      code = lastError
      return result
    }
    if result >= 0 { return result }
    if code != EINTR { throw FileFailure(operation, path, code) }
  }
}
