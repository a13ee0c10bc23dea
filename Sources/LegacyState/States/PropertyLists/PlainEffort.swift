/// How much may still be done to read dictionaries as the JSON that they stand for.
///
/// A file can refer to one value from many places, and a few kilobytes would be read as gigabytes.
struct PlainEffort {
  private var left = 64 << 20

  /// Whether nothing more may be done.
  private(set) var isSpent = false

  /// Takes the work of a value with so many bytes of text; false if that is too much.
  mutating func take(_ bytes: Int) -> Bool {
    left -= 64 + bytes
    if left < 0 { isSpent = true }
    return !isSpent
  }
}
