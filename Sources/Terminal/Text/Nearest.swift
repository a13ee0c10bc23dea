/// Finds the word that was probably meant.
package enum Nearest {
  /// The candidate that is nearest to a word.
  ///
  /// - Parameters:
  ///   - word: As it was typed.
  ///   - candidates: What exists, in the order of preference.
  /// - Returns: The nearest one; nil if none is near enough to be meant.
  package static func to(_ word: String, in candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().utf8.prefix(64))
    guard typed.count > 1 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let target = Array(candidate.lowercased().utf8)
      let distance = self.distance(typed, target)
      // Two thirds of the word must be right; a beginning of it counts as one mistake.
      let isBeginning = typed.count >= 3 && target.starts(with: typed)
      let cost = isBeginning ? min(1, distance) : distance
      guard cost <= max(1, max(typed.count, target.count) / 3) else { continue }
      if best.map({ cost < $0.distance }) ?? true { best = (candidate, cost) }
    }
    return best?.word
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two words.
  ///
  /// - Parameters:
  ///   - a: One word.
  ///   - b: The other.
  /// - Returns: 0 for equal words.
  package static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
          cost = min(cost, before[j - 1] + 1)
        }
        row.append(cost)
      }
      before = last
      last = row
    }
    return last[b.count]
  }
}
