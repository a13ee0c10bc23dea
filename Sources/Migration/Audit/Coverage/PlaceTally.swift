/// What was done with the files of one place.
struct PlaceTally {
  var read = 0
  var failed = 0
  /// Why how many could not be read.
  var unread: [String: Int] = [:]
  var skipped = 0
  /// Files that nobody asked for, a folder counting as one.
  var leftOut = 0

  var isEmpty: Bool {
    read == 0 && failed == 0 && unread.isEmpty && skipped == 0 && leftOut == 0
  }

  var status: CoverageEntry.Status {
    if failed > 0 || !unread.isEmpty { return .unreadable }
    if leftOut > 0 { return .notInThisInput }
    return read > 0 ? .read : skipped > 0 ? .unreadable : .absent
  }

  /// `12 files; 2 not: this version does not read a zip archive`.
  var why: String {
    var parts: [String] = []
    if read > 0 { parts.append("\(read) file\(read == 1 ? "" : "s") searched") }
    for (reason, count) in unread.sorted(by: { $0.key < $1.key }) {
      parts.append("\(count) not: \(reason)")
    }
    if failed > 0 { parts.append("\(failed) not, or not all: see errors") }
    if skipped > 0 {
      parts.append("\(skipped) link\(skipped == 1 ? "" : "s") or special file not followed")
    }
    if leftOut > 0 { parts.append("\(leftOut) left out by --include or --exclude") }
    return parts.joined(separator: "; ")
  }
}
