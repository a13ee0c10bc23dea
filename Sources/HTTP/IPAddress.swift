/// An address written as a literal in a URL, parsed so that nobody has to guess from text what it means.
enum IPAddress: Hashable, Sendable {
  case v4([UInt8])
  case v6([UInt16])

  /// 127.0.0.0/8 and ::1, nothing else: a mapped address is not one, and no name is.
  var isLoopback: Bool {
    switch self {
    case .v4(let octets): octets.first == 127
    case .v6(let groups): groups == [0, 0, 0, 0, 0, 0, 0, 1]
    }
  }

  /// Four decimal octets without leading zeros; the short, octal and hexadecimal forms are refused.
  init?(v4 text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var octets: [UInt8] = []
    for part in parts {
      guard part.utf8.allSatisfy(ByteSets.isDigit), part.count == 1 || part.first != "0",
        let octet = UInt8(part)
      else { return nil }
      octets.append(octet)
    }
    self = .v4(octets)
  }

  /// The text form of RFC 4291 section 2.2, without a zone.
  init?(v6 text: some StringProtocol) {
    let halves = Self.halves(of: String(text))
    guard let head = halves.first, let front = Self.groups(of: head) else { return nil }
    if halves.count == 1 {
      guard front.count == 8 else { return nil }
      self = .v6(front)
      return
    }
    guard halves.count == 2, let back = Self.groups(of: halves[1]), front.count + back.count < 8
    else { return nil }
    self = .v6(front + Array(repeating: 0, count: 8 - front.count - back.count) + back)
  }

  /// The spelling of RFC 5952, in brackets for IPv6, so that equal addresses have equal text.
  var host: String {
    switch self {
    case .v4(let octets): octets.map(String.init).joined(separator: ".")
    case .v6(let groups): "[\(Self.compressed(groups))]"
    }
  }

  private static func halves(of text: String) -> [String] {
    guard let colons = text.firstRange(of: "::") else { return [text] }
    let rest = String(text[colons.upperBound...])
    // A second "::" (or ":::") makes it ambiguous: three parts are refused above.
    guard rest.firstRange(of: "::") == nil, !rest.hasPrefix(":") else { return ["", "", ""] }
    return [String(text[..<colons.lowerBound]), rest]
  }

  private static func groups(of text: String) -> [UInt16]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains(".") {
        guard case .v4(let octets) = IPAddress(v4: part) else { return nil }
        groups.append(UInt16(octets[0]) << 8 | UInt16(octets[1]))
        groups.append(UInt16(octets[2]) << 8 | UInt16(octets[3]))
      } else {
        guard (1...4).contains(part.utf8.count),
          part.utf8.allSatisfy({ ByteSets.hexDigit($0) != nil }),
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  private static func compressed(_ groups: [UInt16]) -> String {
    var longest = 0..<0
    var start = 0
    while start < groups.count {
      var end = start
      while end < groups.count, groups[end] == 0 { end += 1 }
      if end - start > max(longest.count, 1) { longest = start..<end }
      start = max(end, start + 1)
    }
    let text = { (part: ArraySlice<UInt16>) in
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard !longest.isEmpty else { return text(groups[...]) }
    return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
  }
}
