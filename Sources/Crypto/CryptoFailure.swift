import COpenSSL

/// Why a cryptographic operation did not happen; equal by code alone, so that codes can be matched and tested.
package struct CryptoFailure: Error, Sendable {
  /// What kind of failure it was.
  package enum Code: String, Sendable {
    /// The key is of the wrong size or kind, or is no key at all.
    case invalidKey
    /// A length or cost is out of bounds.
    case invalidParameter
    /// The sealed bytes were not made with this key, nonce and associated data.
    case authenticationFailed
    /// The algorithm cannot be used with this key.
    case algorithmMismatch
    /// libcrypto refused: no memory, or an algorithm that this build of it lacks.
    case library
  }

  /// What kind of failure it was.
  package let code: Code
  /// What was being done, in words for a person.
  package let operation: String
  /// What libcrypto said, if anything; never a byte of key or data.
  package let detail: String?

  /// Records a failure that our own check found.
  ///
  /// - Parameters:
  ///   - code: What kind of failure it was.
  ///   - operation: What was being done.
  ///   - detail: What exactly was wrong.
  package init(_ code: Code, _ operation: String, detail: String? = nil) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }
}

extension CryptoFailure: Equatable {
  /// Whether both are of one kind.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether the codes are the same.
  package static func == (left: CryptoFailure, right: CryptoFailure) -> Bool {
    left.code == right.code
  }
}

extension CryptoFailure: CustomStringConvertible {
  /// Operation, kind, and libcrypto's reason.
  package var description: String {
    let reason = detail.map { ": \($0)" } ?? ""
    return "\(operation) failed (\(code.rawValue))\(reason)"
  }
}

extension CryptoFailure {
  /// Turns this thread's OpenSSL error queue into a failure, and empties it; the only place that reads the queue.
  static func fromLibrary(_ operation: String, _ code: Code = .library) -> CryptoFailure {
    let first = ERR_get_error()
    ERR_clear_error()
    var detail: String?
    if first != 0, let reason = unsafe ERR_reason_error_string(first) {
      detail = unsafe String(cString: reason)
    }
    return CryptoFailure(code, operation, detail: detail)
  }

  /// Empties the queue after an expected refusal, such as a signature that does not fit.
  static func forgetLibraryErrors() {
    ERR_clear_error()
  }
}

/// Demands the `1` with which libcrypto says that it did what was asked.
func require(
  _ result: Int32,
  _ operation: String,
  _ code: CryptoFailure.Code = .library
) throws(CryptoFailure) {
  guard result == 1 else { throw .fromLibrary(operation, code) }
}

/// Demands that libcrypto handed out what was asked for.
func require(
  _ handle: OpaquePointer?,
  _ operation: String,
  _ code: CryptoFailure.Code = .library
) throws(CryptoFailure) -> OpaquePointer {
  guard let handle = unsafe handle else { throw .fromLibrary(operation, code) }
  return unsafe handle
}
