/// A set of digests; their own bits are as good as random, so that no more is needed than a number nobody knows, lest
/// somebody choose tokens that all want the same place.
struct TokenKeySet {
  private let seed = UInt64.random(in: 0...UInt64.max) | 1
  /// Their number is a power of two.
  private var slots: [TokenKey] = []
  private(set) var count = 0
  /// The one that marks a slot as empty is not kept in a slot.
  private var hasZero = false

  /// Puts one in, and says whether it was not there yet.
  mutating func insert(_ key: TokenKey) -> Bool {
    if key == .zero {
      defer { hasZero = true }
      if !hasZero { count += 1 }
      return !hasZero
    }
    // At most three quarters full, so that a search ends soon.
    if (count + 1) * 4 > slots.count * 3 { grow() }
    let slot = slot(of: key)
    guard slots[slot] == .zero else { return false }
    slots[slot] = key
    count += 1
    return true
  }

  func contains(_ key: TokenKey) -> Bool {
    if key == .zero { return hasZero }
    return !slots.isEmpty && slots[slot(of: key)] == key
  }

  func forEach(_ body: (TokenKey) -> Void) {
    if hasZero { body(.zero) }
    for key in slots where key != .zero { body(key) }
  }

  /// Where it is, or else where it would be.
  private func slot(of key: TokenKey) -> Int {
    let mask = slots.count - 1
    // The top bits of the product, each of which depends on all bits of the digest's half.
    var slot = Int((key.first &* seed) >> UInt64(64 - mask.nonzeroBitCount))
    while slots[slot] != .zero, slots[slot] != key { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let before = slots
    slots = [TokenKey](repeating: .zero, count: max(64, before.count * 2))
    for key in before where key != .zero { slots[slot(of: key)] = key }
  }
}

extension TokenKey {
  fileprivate static let zero = TokenKey(first: 0, second: 0)
}
