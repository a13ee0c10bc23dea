/// What was done with the files of one place.
struct PlaceTally {
  var read = 0
  var failed = 0
  /// Why how many could not be read.
  var unread: [String: Int] = [:]
  /// Links, behind which there may be anything.
  var links = 0
  /// Pipes, sockets and the like, and hard links in archives, whose content is another member's.
  var skipped = 0
  /// Files that nobody asked for, a folder counting as one.
  var leftOut = 0
  /// Whether the place's own folder was gone through.
  var isListed = false

  var isEmpty: Bool { isWithoutFiles && !isListed }

  var isWithoutFiles: Bool {
    read + failed + links + skipped + leftOut == 0 && unread.isEmpty
  }

  /// All of them together; nil if there is nothing.
  static func sum(_ tallies: [PlaceTally]) -> PlaceTally? {
    var sum = PlaceTally()
    for tally in tallies {
      sum.read += tally.read
      sum.failed += tally.failed
      sum.unread.merge(tally.unread, uniquingKeysWith: +)
      sum.links += tally.links
      sum.skipped += tally.skipped
      sum.leftOut += tally.leftOut
      sum.isListed = sum.isListed || tally.isListed
    }
    return sum.isEmpty ? nil : sum
  }

  var status: CoverageEntry.Status {
    if failed + links > 0 || !unread.isEmpty { return .unreadable }
    if leftOut > 0 { return .notInThisInput }
    if read > 0 { return .read }
    return skipped > 0 ? .unreadable : isListed ? .read : .absent
  }

  /// `12 files; 2 not: this version does not read a zip archive`.
  var why: String {
    if isWithoutFiles { return "its folder is empty" }
    var parts: [String] = []
    if read > 0 { parts.append("\(read) file\(read == 1 ? "" : "s") searched") }
    for (reason, count) in unread.sorted(by: { $0.key < $1.key }) {
      parts.append("\(count) not: \(reason)")
    }
    if failed > 0 { parts.append("\(failed) not, or not all: see errors") }
    if links > 0 { parts.append("\(links) link\(links == 1 ? "" : "s") not followed") }
    if skipped > 0 { parts.append("\(skipped) special file\(skipped == 1 ? "" : "s") not opened") }
    if leftOut > 0 { parts.append("\(leftOut) left out by --include or --exclude") }
    return parts.joined(separator: "; ")
  }
}
