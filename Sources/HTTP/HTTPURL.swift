/// An absolute `http` or `https` URL, parsed strictly: what two parsers could read differently is refused.
///
/// Printing one shows neither user information nor query nor fragment, since a code or a token may stand there;
/// ``text`` has all of it.
package struct HTTPURL: Hashable, Sendable {
  /// The text as it was given.
  package let text: String
  /// `http` or `https`, lower case.
  package let scheme: String
  /// Lower case; an IPv6 address in brackets and in the spelling of RFC 5952.
  package let host: String
  /// The port if it was written.
  package let port: Int?
  /// As written, still percent-encoded; may be empty.
  package let path: String
  /// As written, without the question mark; nil if there was none.
  package let query: String?
  /// As written, without the number sign; nil if there was none.
  package let fragment: String?
  /// Whether a user name stood before the host, as in `https://bank.example@evil.example/`.
  package let hasUserInfo: Bool
  /// Whether the host is a literal in 127.0.0.0/8 or `[::1]`; never true for a name.
  package let isLoopbackAddress: Bool

  /// Reads an absolute URL.
  ///
  /// Nil for another scheme, a host that is neither a plain ASCII name nor a canonical address literal
  /// (`127.1`, `0x7f.0.0.1` and `2130706433` are neither), white space, control or non-ASCII characters,
  /// broken percent-encoding, a port outside 1…65535.
  ///
  /// - Parameter text: The URL.
  package init?(_ text: String) {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), text.utf8.count <= 64 * 1024,
      let mark = text.firstRange(of: "://")
    else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }

    let rest = text[mark.upperBound...]
    let (beforeFragment, fragment) = Self.cut(rest, at: "#")
    let (beforeQuery, query) = Self.cut(beforeFragment, at: "?")
    let slash = beforeQuery.firstIndex(of: "/") ?? beforeQuery.endIndex
    let path = beforeQuery[slash...]
    guard Self.isWellFormed(path, allowing: ByteSets.isPath),
      Self.isWellFormed(query ?? "", allowing: ByteSets.isQuery),
      Self.isWellFormed(fragment ?? "", allowing: ByteSets.isQuery)
    else { return nil }

    var authority = beforeQuery[..<slash]
    let at = authority.lastIndex(of: "@")
    if let at {
      guard Self.isWellFormed(authority[..<at], allowing: ByteSets.isPath) else { return nil }
      authority = authority[authority.index(after: at)...]
    }
    guard let (host, port) = Self.hostAndPort(authority) else { return nil }

    self.text = text
    self.scheme = scheme
    self.host = host.text
    self.port = port
    self.path = String(path)
    self.query = query.map(String.init)
    self.fragment = fragment.map(String.init)
    self.hasUserInfo = at != nil
    self.isLoopbackAddress = host.isLoopback
  }

  /// Scheme, host and port.
  package var origin: Origin {
    Origin(scheme: scheme, host: host, port: port ?? Self.standardPort(of: scheme))
  }

  /// Without user information, query and fragment: fit to be shown.
  package var withoutQuery: String { "\(origin)\(path)" }

  /// Whether a request to it may leave this machine, or need not: https, or http to a loopback literal.
  package var isSecure: Bool { scheme == "https" || isLoopbackAddress }

  static func standardPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }
}

extension HTTPURL: CustomStringConvertible {
  /// Without user information, query and fragment.
  package var description: String { withoutQuery }
}

extension HTTPURL {
  private static func cut(
    _ text: Substring,
    at mark: Character
  ) -> (before: Substring, after: Substring?) {
    guard let index = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<index], text[text.index(after: index)...])
  }

  private static func isWellFormed(
    _ part: some StringProtocol,
    allowing isAllowed: (UInt8) -> Bool
  ) -> Bool {
    var rest = part.utf8.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard rest.next().flatMap(ByteSets.hexDigit) != nil,
          rest.next().flatMap(ByteSets.hexDigit) != nil
        else { return false }
      } else if !isAllowed(byte) {
        return false
      }
    }
    return true
  }

  private static func hostAndPort(
    _ authority: Substring
  ) -> (host: (text: String, isLoopback: Bool), port: Int?)? {
    let end: Substring.Index
    let host: (text: String, isLoopback: Bool)
    if authority.hasPrefix("[") {
      guard let bracket = authority.firstIndex(of: "]"),
        let address = IPAddress(v6: authority[..<bracket].dropFirst())
      else { return nil }
      host = (address.host, address.isLoopback)
      end = authority.index(after: bracket)
    } else {
      end = authority.firstIndex(of: ":") ?? authority.endIndex
      guard let name = hostName(authority[..<end].lowercased()) else { return nil }
      host = name
    }
    let tail = authority[end...]
    if tail.isEmpty { return (host, nil) }
    let digits = tail.dropFirst()
    guard tail.hasPrefix(":"), (1...5).contains(digits.utf8.count),
      digits.utf8.allSatisfy(ByteSets.isDigit), let port = Int(digits),
      (1...65535).contains(port)
    else { return nil }
    return (host, port)
  }

  private static func hostName(_ name: String) -> (text: String, isLoopback: Bool)? {
    let relative = name.hasSuffix(".") ? String(name.dropLast()) : name
    let labels = relative.split(separator: ".", omittingEmptySubsequences: false)
    guard name.utf8.count <= 253,
      labels.allSatisfy({ label in
        (1...63).contains(label.utf8.count)
          && label.utf8.allSatisfy {
            ByteSets.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
          }
      }), let last = labels.last
    else { return nil }
    // A name whose last label is a number is an address to some parsers, in forms that others read otherwise.
    guard last.utf8.allSatisfy(ByteSets.isDigit) || last.hasPrefix("0x") else {
      return (name, false)
    }
    guard let address = IPAddress(v4: name) else { return nil }
    return (address.host, address.isLoopback)
  }
}
