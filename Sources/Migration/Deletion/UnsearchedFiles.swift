/// Files beside those that lose states that were not searched, and why.
struct UnsearchedFiles {
  /// So many reasons are kept: each state of the folder carries them, in result and ledger.
  private static let listed = 20

  private var count = 0
  private var reasons: [String] = []
  /// Why not even the names of the files are known.
  private var unlisted: String?

  /// Adds files that share a reason.
  mutating func add(_ reason: String, files count: Int = 1) {
    self.count += count
    if reasons.count <= Self.listed { reasons.append(reason) }
  }

  /// Adds all that may be there.
  mutating func addAll(_ reason: String) { unlisted = reason }

  /// Each file or group of files with its reason, as far as they are listed.
  var list: [String] {
    let shown = reasons.count > Self.listed ? reasons.dropLast() + ["and more"] : reasons
    return [unlisted].compactMap(\.self) + shown
  }

  /// Why it is not proven that no token is left beside the file; nil if all was searched.
  var words: String? {
    guard let first = unlisted ?? reasons.first else { return nil }
    if unlisted != nil { return "the files beside it could not be searched (\(first))" }
    let files = count == 1 ? "1 file beside it was" : "\(count) files beside it were"
    return "\(files) not searched (\(first)\(reasons.count > 1 ? ", …" : ""))"
  }
}
