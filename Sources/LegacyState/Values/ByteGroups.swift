/// Three letters of each word by which it is looked for, in sixteen sets of such as are alike.
struct ByteGroups {
  /// The groups, each once.
  private(set) var all: [[UInt8]] = []
  /// The set of each group.
  private(set) var sets: [Int] = []
  /// For each word its group.
  private(set) var numbers: [Int] = []
  /// For each word where in it the group stands.
  private(set) var offsets: [Int] = []

  /// Chooses groups.
  ///
  /// - Parameter words: Three bytes or more each.
  init(_ words: [[UInt8]]) {
    var shared: [[UInt8]: Double] = [:]
    for word in words {
      for group in Set(Self.groups(of: word).map(\.bytes)) { shared[group, default: 0] += 1 }
    }
    for word in words {
      // What many words have makes fewer groups, and fewer places that look like one.
      let costs = Self.groups(of: word).map { group in
        let words = shared[group.bytes] ?? 1
        return (group: group, cost: Self.share(of: group.bytes) / (words * words * words))
      }
      let best = costs.min { $0.cost < $1.cost }?.group
      guard let best else { preconditionFailure("a word of less than three bytes") }
      offsets.append(best.offset)
      if let number = all.firstIndex(of: best.bytes) {
        numbers.append(number)
      } else {
        numbers.append(all.count)
        all.append(best.bytes)
      }
    }
    var chosen = [Halves](repeating: Halves(), count: 16)
    for group in all {
      // The set that grows least by it.
      let grown = chosen.map { $0.with(group) }
      let costs = zip(grown, chosen).map { $0.share - $1.share }
      let set = costs.indices.min { costs[$0] < costs[$1] } ?? 0
      chosen[set] = grown[set]
      sets.append(set)
    }
  }

  private static func groups(of word: [UInt8]) -> [(bytes: [UInt8], offset: Int)] {
    guard word.count >= 3 else { return [] }
    return (0...word.count - 3).map { (Array(word[$0..<$0 + 3]), $0) }
  }

  private static func share(of group: [UInt8]) -> Double {
    group.reduce(1) { $0 * shares[Int($1)] }
  }

  /// The lower and upper halves of the bytes at each place of some groups: a look cannot tell them from any bytes that
  /// are made of these.
  private struct Halves {
    private var lower: [UInt16] = [0, 0, 0]
    private var upper: [UInt16] = [0, 0, 0]
    /// How many of all places a look tells for them.
    private(set) var share = 0.0

    func with(_ group: [UInt8]) -> Halves {
      var grown = self
      for (place, byte) in group.enumerated() {
        grown.lower[place] |= 1 << UInt16(byte & 15)
        grown.upper[place] |= 1 << UInt16(byte >> 4)
      }
      grown.share = (0..<3).reduce(1) { share, place in
        share
          * (0..<256).reduce(0) { sum, byte in
            let fits =
              grown.lower[place] >> UInt16(byte & 15) & grown.upper[place] >> UInt16(byte >> 4) & 1
            return fits == 1 ? sum + shares[byte] : sum
          }
      }
      return grown
    }
  }

  /// Roughly how many of all bytes of an app's files are this one: half of them text, half of them noise.
  private static let shares: [Double] = (0..<256).map { byte in
    let noise = 0.5 / 256
    switch UInt8(byte) {
    case 0: return 0.1
    case UInt8(ascii: " "), UInt8(ascii: "e"), UInt8(ascii: "t"), UInt8(ascii: "a"),
      UInt8(ascii: "o"), UInt8(ascii: "i"), UInt8(ascii: "n"), UInt8(ascii: "s"),
      UInt8(ascii: "r"):
      return 0.035 + noise
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return 0.012 + noise
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return 0.012 + noise
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return 0.003 + noise
    case 0x20..<0x7F: return 0.006 + noise
    default: return noise
    }
  }
}
