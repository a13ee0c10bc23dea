import COpenSSL
package import Secrets

/// scrypt (RFC 7914): a key out of a passphrase, made slow and memory-hungry on purpose.
package enum Scrypt {
  /// The costs, stored beside what they protect and checked before they are believed.
  package struct Parameters: Sendable, Equatable {
    /// What new passphrases get: N = 2^17, r = 8, p = 1; 128 MiB and some hundred milliseconds.
    package static let standard = Parameters(costExponent: 17, blockSize: 8, parallelism: 1)
    /// No stored parameters may ask for more memory than this.
    package static let memoryCap = 256 * 1024 * 1024

    /// N is two to this power.
    package let costExponent: Int
    /// r.
    package let blockSize: Int
    /// p.
    package let parallelism: Int

    private init(costExponent: Int, blockSize: Int, parallelism: Int) {
      self.costExponent = costExponent
      self.blockSize = blockSize
      self.parallelism = parallelism
    }

    /// Reads stored costs; nil if they are out of bounds, so that no file can make us allocate or wait without end.
    ///
    /// - Parameters:
    ///   - costExponent: 4 to 20.
    ///   - blockSize: 1 to 32; with the exponent no more than ``memoryCap``.
    ///   - parallelism: 1 to 16.
    package init?(checking costExponent: Int, blockSize: Int, parallelism: Int) {
      guard (4...20).contains(costExponent), (1...32).contains(blockSize),
        (1...16).contains(parallelism),
        128 * blockSize << costExponent <= Self.memoryCap
      else { return nil }
      self.init(costExponent: costExponent, blockSize: blockSize, parallelism: parallelism)
    }
  }

  /// Derives a key.
  ///
  /// - Parameters:
  ///   - passphrase: What the person typed.
  ///   - salt: Random, stored; 1 to 1,024 bytes.
  ///   - parameters: The costs.
  ///   - count: Bytes wanted, 1 to 64.
  /// - Returns: The derived key.
  /// - Throws: `invalidParameter` for a length out of bounds; `library` if memory is short.
  package static func derive(
    from passphrase: SecretBytes,
    salt: Span<UInt8>,
    parameters: Parameters = .standard,
    count: Int = 32
  ) throws(CryptoFailure) -> SecretBytes {
    guard (1...64).contains(count), (1...1024).contains(salt.count) else {
      throw CryptoFailure(.invalidParameter, "scrypt")
    }
    // V, B and the scratch block, as EVP_PBE_scrypt counts them.
    let memory = Parameters.memoryCap + 1024 * 1024
    return try SecretBytes(capacity: count) { (output: inout OutputSpan) throws(CryptoFailure) in
      let done = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        let done = passphrase.withBytes { passphrase in
          unsafe passphrase.withUnsafeBytes { passphrase in
            unsafe salt.withUnsafeBufferPointer { salt in
              unsafe EVP_PBE_scrypt(
                passphrase.baseAddress?.assumingMemoryBound(to: CChar.self),
                passphrase.count,
                salt.baseAddress,
                salt.count,
                1 << UInt64(parameters.costExponent),
                UInt64(parameters.blockSize),
                UInt64(parameters.parallelism),
                UInt64(memory),
                buffer.baseAddress,
                count
              )
            }
          }
        }
        initialized = done == 1 ? count : 0
        return done
      }
      try require(done, "scrypt")
    }
  }
}
