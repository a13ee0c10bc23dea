import COpenSSL

/// Bytes that must not leak: a token, a code, a verifier, a key, or a document that holds one.
///
/// They cannot be printed, mirrored, interpolated, encoded or compared by accident (there is no `Encodable`,
/// `Equatable` or `Hashable` on purpose), live outside the garbage of
/// ordinary buffers (locked pages where the system grants them), and are overwritten when the last owner drops them.
/// Fixed once made, hence safe to share between tasks.
///
/// What Swift cannot promise: whoever copies the bytes out of ``withBytes(_:)`` owns a copy that nobody zeroes, and
/// the kernel may have seen them on their way in (a socket, a file). Parse in place, keep slices short-lived.
public final class SecretBytes: Sendable {
  /// How many bytes there are; the length of a secret is not a secret here.
  public let count: Int
  @usableFromInline let storage: SecretStorage

  /// Copies `bytes`; the caller still owns, and ought to wipe, the source.
  ///
  /// - Parameter bytes: What to keep.
  public convenience init(copying bytes: some Collection<UInt8>) {
    self.init(capacity: bytes.count) { (output: inout OutputSpan<UInt8>) in
      for byte in bytes { output.append(byte) }
    }
  }

  /// Copies `bytes` in one piece; the caller still owns the source.
  ///
  /// - Parameter bytes: What to keep.
  public convenience init(copying bytes: Span<UInt8>) {
    self.init(capacity: bytes.count) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { target, count in
        unsafe bytes.withUnsafeBufferPointer { source in
          count = unsafe target.update(fromContentsOf: source)
        }
      }
    }
  }

  /// Moves `bytes` in and overwrites the source array with zeros.
  ///
  /// - Parameter bytes: What to keep; empty afterwards.
  public convenience init(wiping bytes: inout [UInt8]) {
    self.init(capacity: bytes.count) { (output: inout OutputSpan<UInt8>) in
      for byte in bytes { output.append(byte) }
    }
    wipe(&bytes)
  }

  /// Lets `fill` write up to `capacity` bytes straight into the protected buffer.
  ///
  /// - Parameters:
  ///   - capacity: The most bytes that `fill` may append.
  ///   - fill: Appends the bytes; what it appended is the secret.
  /// - Throws: What `fill` throws; the partial buffer is wiped.
  public init<E: Error>(
    capacity: Int,
    fill: (inout OutputSpan<UInt8>) throws(E) -> Void
  ) throws(E) {
    let storage = SecretStorage(capacity: capacity)
    let filled = unsafe UnsafeMutableBufferPointer(
      start: storage.start.assumingMemoryBound(to: UInt8.self),
      count: capacity
    )
    var output = unsafe OutputSpan(buffer: filled, initializedCount: 0)
    do {
      try fill(&output)
    } catch {
      _ = unsafe output.finalize(for: filled)
      throw error
    }
    self.count = unsafe output.finalize(for: filled)
    self.storage = storage
  }

  /// Whether there is no byte at all.
  public var isEmpty: Bool { count == 0 }

  /// Lends the bytes for the duration of `body`; do not copy them out.
  ///
  /// - Parameter body: Reads the bytes in place.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  public func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    let bytes = unsafe UnsafeBufferPointer(
      start: storage.start.assumingMemoryBound(to: UInt8.self),
      count: count
    )
    return try unsafe body(Span(_unsafeElements: bytes))
  }

  /// Compares in a time that depends on the lengths only.
  ///
  /// - Parameter other: The bytes to compare with.
  /// - Returns: Whether length and content are the same.
  public func equals(_ other: SecretBytes) -> Bool {
    guard count == other.count else { return false }
    return unsafe CRYPTO_memcmp(storage.start, other.storage.start, count) == 0
  }

  /// The SHA-256 of the bytes: what reports, ledgers and messages carry instead of them.
  public var fingerprint: Fingerprint {
    withBytes { bytes in Fingerprint(of: bytes) }
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same word.
  public var description: String { "‹secret›" }
  /// Always the same word.
  public var debugDescription: String { "‹secret›" }
  /// Has no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension String.StringInterpolation {
  /// A secret does not belong into a string; use its fingerprint.
  ///
  /// Deprecated rather than unavailable: an unavailable overload would lose against the generic one, silently.
  ///
  /// - Parameter secret: Shown as a constant word.
  @available(*, deprecated, message: "a secret cannot be interpolated; use its fingerprint")
  public mutating func appendInterpolation(_ secret: SecretBytes) {
    appendLiteral(secret.description)
  }
}
