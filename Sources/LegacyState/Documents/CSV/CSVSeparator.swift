/// What separates the cells of a table: comma, semicolon or tab.
enum CSVSeparator {
  /// The one that the first record uses most, cells that are quoted or JSON left out of the count.
  static func guess(_ bytes: Span<UInt8>, from start: Int) -> UInt8 {
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    var counts = [0, 0, 0]
    var isQuoted = false
    var depth = 0
    var at = start
    let end = min(bytes.count, start + (1 << 20))
    while at < end {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\\") where isQuoted: at += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "{") where !isQuoted, UInt8(ascii: "[") where !isQuoted: depth += 1
      case UInt8(ascii: "}") where !isQuoted, UInt8(ascii: "]") where !isQuoted:
        depth = max(0, depth - 1)
      case UInt8(ascii: "\n") where !isQuoted && depth == 0: at = end
      default:
        if !isQuoted, depth == 0, let which = candidates.firstIndex(of: byte) { counts[which] += 1 }
      }
      at += 1
    }
    // With as many of each the comma stays, the first of them.
    let most = counts.max() ?? 0
    return candidates[counts.firstIndex(of: most) ?? 0]
  }
}
