import COpenSSL

/// The SHA-256 of a secret's bytes, safe to show, store and compare.
public struct Fingerprint: Hashable, Sendable, Comparable {
  /// The digest, 32 bytes.
  public let bytes: [UInt8]

  /// Hashes `secret`.
  ///
  /// - Parameter secret: The token's UTF-8 bytes.
  public init(of secret: Span<UInt8>) {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe digest.withUnsafeMutableBufferPointer { output in
      unsafe secret.withUnsafeBufferPointer { input in
        // Only a missing SHA-256 in libcrypto makes it fail, and then nothing here can go on.
        let done = unsafe EVP_Digest(
          input.baseAddress,
          input.count,
          output.baseAddress,
          nil,
          sha256,
          nil
        )
        precondition(done == 1, "libcrypto offers no SHA-256")
      }
    }
    self.bytes = digest
  }

  /// Reads 64 hex digits, as a report or a ledger holds them.
  ///
  /// Nil if it is anything but 64 hex digits.
  ///
  /// - Parameter hex: Lower or upper case.
  public init?(hex: String) {
    let digits = hex.utf8.compactMap { byte -> UInt8? in
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x41 + 10
      case 0x61...0x66: byte - 0x61 + 10
      default: nil
      }
    }
    guard digits.count == 64, hex.utf8.count == 64 else { return nil }
    self.bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// All 64 lower-case hex digits.
  public var hex: String { hexadecimal(bytes[...]) }

  /// The first 12 hex digits, as shown to a person.
  public var short: String { hexadecimal(bytes[..<6]) }

  /// The first hex digits, two for each byte.
  ///
  /// - Parameter bytes: How many bytes.
  /// - Returns: The digits in lower case.
  package func hex(first bytes: Int) -> String { hexadecimal(self.bytes[..<bytes]) }

  /// Orders by the digest's bytes.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether `left` comes first.
  public static func < (left: Fingerprint, right: Fingerprint) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension Fingerprint: CustomStringConvertible {
  /// The short form.
  public var description: String { short }
}

/// Fetched once: the look-up of an algorithm takes longer than the digest of a token.
///
/// `nonisolated(unsafe)`: libcrypto's algorithms are constant and may be used by all threads.
nonisolated(unsafe) private let sha256 = unsafe EVP_MD_fetch(nil, "SHA256", nil)

/// Two lower-case digits a byte, of what is not secret.
///
/// - Parameter bytes: The bytes.
/// - Returns: The digits.
package func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
  func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
  return unsafe String(unsafeUninitializedCapacity: bytes.count * 2) { text in
    var at = 0
    for byte in bytes {
      unsafe text[at] = digit(byte >> 4)
      unsafe text[at + 1] = digit(byte & 15)
      at += 2
    }
    return at
  }
}
