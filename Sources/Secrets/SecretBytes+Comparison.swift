#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension SecretBytes {
  /// Whether these bytes stand at a place of others; not in constant time, so for what is no token.
  ///
  /// - Parameters:
  ///   - others: The other bytes.
  ///   - range: Where; within them.
  /// - Returns: Whether all of them do.
  package func isPart(of others: SecretBytes, _ range: Range<Int>) -> Bool {
    withBytes { mine in
      others.withBytes { theirs in
        unsafe mine.withUnsafeBytes { mine in
          unsafe theirs.extracting(range).withUnsafeBytes { theirs in
            unsafe Self.isSame(mine, theirs)
          }
        }
      }
    }
  }

  /// Whether two parts of the bytes are the same; not in constant time, so for what is no token.
  ///
  /// - Parameters:
  ///   - first: The one.
  ///   - second: The other.
  /// - Returns: Whether they are.
  package func areSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    withBytes { bytes in
      unsafe bytes.extracting(first).withUnsafeBytes { first in
        unsafe bytes.extracting(second).withUnsafeBytes { second in
          unsafe Self.isSame(first, second)
        }
      }
    }
  }

  private static func isSame(
    _ first: UnsafeRawBufferPointer,
    _ second: UnsafeRawBufferPointer
  ) -> Bool {
    guard first.count == second.count else { return false }
    guard let start = first.baseAddress, let other = second.baseAddress else { return true }
    return unsafe memcmp(start, other, first.count) == 0
  }
}
