import Locks
import Secrets

/// How many bytes of decoded values one document may still give.
///
/// Values in values that refer to the same bytes again and again would otherwise multiply without an end.
final class ValueBudget: Sendable {
  private let left: Mutex<Int>

  /// Starts with as much as any honest document needs.
  init(_ bytes: Int = 256 << 20) {
    self.left = Mutex(bytes)
  }

  /// Takes a value's bytes of it, and more for one that is wrapped several times, because these can multiply.
  ///
  /// False if there is not enough left.
  func spend(_ value: Layer) -> Bool {
    spend(value.bytes.count + (value.depth > 2 ? 16 << 10 : 0))
  }

  /// Takes so many bytes of it; false if there are not enough left, and then nothing is.
  func spend(_ bytes: Int) -> Bool {
    left.withLock { left in
      guard bytes <= left else {
        left = 0
        return false
      }
      left -= bytes
      return true
    }
  }
}
