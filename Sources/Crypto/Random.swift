import COpenSSL
package import Secrets

/// Random bytes of libcrypto's generator, which the kernel seeds.
package enum Random {
  /// Makes bytes that others may see: a nonce, a salt, a state.
  ///
  /// Ends the process if the generator fails, for nothing safe can be done without it.
  ///
  /// - Parameter count: How many bytes.
  /// - Returns: The bytes.
  package static func bytes(_ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let done = count == 0 ? 1 : unsafe RAND_bytes(buffer.baseAddress, checked(count))
      precondition(done == 1, "libcrypto has no randomness")
      initialized = count
    }
  }

  /// Makes bytes that nobody may see: a key, a verifier.
  ///
  /// Ends the process if the generator fails, for nothing safe can be done without it.
  ///
  /// - Parameter count: How many bytes.
  /// - Returns: The bytes.
  package static func secret(_ count: Int) -> SecretBytes {
    SecretBytes(capacity: count) { (output: inout OutputSpan<UInt8>) in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        let done = count == 0 ? 1 : unsafe RAND_priv_bytes(buffer.baseAddress, checked(count))
        precondition(done == 1, "libcrypto has no randomness")
        initialized = count
      }
    }
  }

  private static func checked(_ count: Int) -> Int32 {
    guard let narrow = Int32(exactly: count), narrow >= 0 else {
      preconditionFailure("no one needs \(count) random bytes at once")
    }
    return narrow
  }
}
