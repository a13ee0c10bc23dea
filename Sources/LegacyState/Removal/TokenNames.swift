package import Secrets

/// Tells whether the name of a file spells one of the tokens that were found, this file's own or another's.
///
/// A name has 255 bytes at most, so it is undone in every way in which a name can spell a token, and the tokens stay as
/// they are: a million of them cost a number each.
package struct TokenNames: Sendable {
  /// So many first bytes of a token lead to it.
  private static let lead = 8
  /// No name is longer, and no target of a link.
  private static let longest = 4095

  private let tokens: [SecretBytes]
  private let places: [UInt64: [Int]]

  /// Takes the tokens; those of under 8 bytes are left out, they would turn up by chance.
  ///
  /// - Parameter tokens: Every token of every state that was found.
  package init(_ tokens: [SecretBytes]) {
    var places: [UInt64: [Int]] = [:]
    for (number, token) in tokens.enumerated()
    where (Self.lead...Self.longest).contains(token.count) {
      places[token.withBytes { Self.word($0, at: 0) }, default: []].append(number)
    }
    self.tokens = tokens
    self.places = places
  }

  /// Whether a token stands in the name as it is, or in percent-encoding, hex or base64.
  ///
  /// - Parameter name: One component of a path.
  /// - Returns: Whether one does.
  package func areTold(by name: [UInt8]) -> Bool {
    var isTold = false
    look(at: name) { _ in
      isTold = true
      return false
    }
    return isTold
  }

  /// The tokens that a name tells.
  ///
  /// - Parameter name: One component of a path, or what a link leads to.
  /// - Returns: Their numbers, in the order in which they were given.
  package func told(by name: [UInt8]) -> Set<Int> {
    var numbers: Set<Int> = []
    look(at: name) { number in
      numbers.insert(number)
      return true
    }
    return numbers
  }

  /// Calls `take` with each token that the name tells, as long as it wants more.
  private func look(at name: [UInt8], _ take: (Int) -> Bool) {
    guard !places.isEmpty, name.count >= Self.lead, look(in: name.span, take) else { return }
    for text in Self.undone(name) where !text.withBytes({ look(in: $0, take) }) { return }
  }

  private func look(in bytes: Span<UInt8>, _ take: (Int) -> Bool) -> Bool {
    guard bytes.count >= Self.lead else { return true }
    for at in 0...(bytes.count - Self.lead) {
      for number in places[Self.word(bytes, at: at)] ?? []
      where tokens[number].withBytes({ Self.stands($0, in: bytes, at: at) }) {
        guard take(number) else { return false }
      }
    }
    return true
  }

  private static func stands(_ token: Span<UInt8>, in bytes: Span<UInt8>, at start: Int) -> Bool {
    guard start + token.count <= bytes.count else { return false }
    for at in token.indices where token[at] != bytes[start + at] { return false }
    return true
  }

  private static func word(_ bytes: Span<UInt8>, at start: Int) -> UInt64 {
    (start..<start + lead).reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
  }

  /// What the name says when each encoding that a name can have is undone.
  private static func undone(_ name: [UInt8]) -> [SecretBytes] {
    var found: [SecretBytes] = []
    var bare = UnescapedText(name.span, reach: name.count)?.text
    while let text = bare, found.count < 3 {
      found.append(text)
      bare = text.withBytes { UnescapedText($0, reach: $0.count)?.text }
    }
    let isLetter = { (byte: UInt8) in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_+".utf8.contains(byte)
      }
    }
    for run in name.split(whereSeparator: { !isLetter($0) }) where run.count >= lead {
      for shift in 0..<min(4, run.count) {
        let rest = Array(run.dropFirst(shift))
        // A letter that is left over belongs to something else.
        let text = rest.count % 4 == 1 ? Array(rest.dropLast()) : rest
        if let content = Base64.decode(text.span)?.content { found.append(content) }
        let digits = Array(rest.prefix { Hex.isDigit($0) })
        let even = Array(digits.dropLast(digits.count % 2))
        if even.count >= 2 * lead, let content = Hex.decode(even.span) { found.append(content) }
      }
      // Digits behind other letters.
      for part in run.split(whereSeparator: { !Hex.isDigit($0) }) where part.count >= 2 * lead {
        for shift in 0...1 {
          let digits = Array(part.dropFirst(shift))
          if let content = Hex.decode(Array(digits.dropLast(digits.count % 2)).span) {
            found.append(content)
          }
        }
      }
    }
    return found
  }
}
