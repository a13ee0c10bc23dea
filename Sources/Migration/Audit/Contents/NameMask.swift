import JSON
import Secrets

/// Keeps the tokens of all states out of the names and facts of each: a key, a file, a client or a scope may be called
/// like a token of another file, which may come after it.
///
/// States wait until the last file is read, so all tokens are known when the first is shown. Kept are digests and
/// lengths: as many bytes as ``SeenTokens`` takes, however many tokens there are. A name tells a token if it is the token,
/// as a whole, as a word or part of a path, or without its ending.
struct NameMask {
  private var seen: SeenTokens
  private var lengths = TokenLengths()

  init(exactly limit: Int = SeenTokens.limit) {
    seen = SeenTokens(exactly: limit)
  }

  /// Takes the tokens of a state.
  mutating func note(_ state: StateCore) {
    for token in state.tokens {
      guard let key = token.key else { continue }
      _ = seen.insert(key)
      lengths.insert(token.length)
    }
  }

  /// A text with the digest of each part that is a token in its place.
  func callAsFunction(_ text: String) -> String {
    guard !lengths.isEmpty, text.utf8.count >= 16, text.withSpan({ mayTell($0) }) else {
      return text
    }
    let masked = maskingParts(of: text)
    // A path of Windows; a token may have such a byte in it, too.
    guard masked.utf8.contains(UInt8(ascii: "\\")) else { return masked }
    return masked.split(separator: "\\", omittingEmptySubsequences: false)
      .map { maskingParts(of: String($0)) }.joined(separator: "\\")
  }

  /// Whether a token has this length, so that a text without a boundary in it may be one.
  func knows(length: Int) -> Bool { lengths.contains(length) }

  private func maskingParts(of text: String) -> String {
    guard text.utf8.count >= 16 else { return text }
    let bytes = Array(text.utf8)
    if tells(bytes[...]) { return Self.digest(of: bytes[...]) }
    var shown: [UInt8] = []
    var isChanged = false
    var start = 0
    for at in 0...bytes.count where at == bytes.count || Self.isBoundary(bytes[at]) {
      let part = bytes[start..<at]
      if let token = token(in: part) {
        shown += part[..<token.lowerBound]
        shown += Self.digest(of: part[token]).utf8
        shown += part[token.upperBound...]
        isChanged = true
      } else {
        shown += part
      }
      if at < bytes.count { shown.append(bytes[at]) }
      start = at + 1
    }
    return isChanged ? String(decoding: shown, as: UTF8.self) : text
  }

  func callAsFunction(_ text: String?) -> String? { text.map { self($0) } }

  /// The token that a part begins with, or that stands behind a name and `=` in it: to its end, or before an ending.
  private func token(in part: ArraySlice<UInt8>) -> Range<Int>? {
    if let end = endOfToken(in: part) { return part.startIndex..<end }
    guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    return endOfToken(in: part[(sign + 1)...]).map { sign + 1..<$0 }
  }

  private func endOfToken(in part: ArraySlice<UInt8>) -> Int? {
    guard part.count >= 16 else { return nil }
    if tells(part) { return part.endIndex }
    var end = part.endIndex
    // `token.json.bak`
    for _ in 0..<3 {
      guard let dot = part[..<end].lastIndex(of: UInt8(ascii: ".")) else { return nil }
      if tells(part[..<dot]) { return dot }
      end = dot
    }
    return nil
  }

  /// Whether it is a token, as it is or percent-encoded, as an address has it, or an address in an address.
  private func tells(_ part: ArraySlice<UInt8>) -> Bool {
    if isToken(part) { return true }
    var text = part
    for _ in 0..<2 {
      guard text.contains(UInt8(ascii: "%")) else { return false }
      text = Self.percentDecoded(text)
      if isToken(text) { return true }
    }
    return false
  }

  private func isToken(_ part: ArraySlice<UInt8>) -> Bool {
    lengths.contains(part.count) && seen.contains(TokenKey(Fingerprint(of: Array(part).span)))
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var at = text.startIndex
    while at < text.endIndex {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.endIndex,
        let byte = UInt8(String(decoding: text[at + 1...at + 2], as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        at += 3
      } else {
        decoded.append(text[at])
        at += 1
      }
    }
    return decoded[...]
  }

  private static func digest(of part: ArraySlice<UInt8>) -> String {
    "sha256:" + Fingerprint(of: Array(part).span).short
  }

  private static func isBoundary(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "&"),
      UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "@"), 0...0x20,
      0x7F...0xFF:
      true
    default: false
    }
  }
}

extension NameMask {
  func callAsFunction(_ finding: AuditFinding) -> AuditFinding {
    let message = self(finding.message)
    let source = finding.source.map { source in
      let path = self(source.path)
      return AuditFinding.Source(
        path: path,
        inner: source.inner.map { self($0) },
        uri: path == source.path ? source.uri : nil
      )
    }
    guard message != finding.message || source != finding.source else { return finding }
    var masked = AuditFinding(
      finding.rule,
      finding.severity,
      state: finding.state,
      source: source,
      message
    )
    masked.accepted = finding.accepted
    return masked
  }

  func callAsFunction(_ error: AuditError) -> AuditError {
    AuditError(
      path: self(error.path),
      inner: error.inner.map { self($0) },
      reason: self(error.reason)
    )
  }

  /// Whether a text, or a part of one, has the length of a token and may be one; most are done after this.
  private func mayTell(_ text: Span<UInt8>) -> Bool {
    var part = 0
    // Behind the first `=` of the part.
    var value: Int?
    for at in text.indices {
      let byte = text[at]
      // What is encoded, or has parts of another kind, is looked at closer.
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") { return true }
      if byte == UInt8(ascii: ".") {
        // What stands before an ending.
        if isToken(text, part..<at, value) { return true }
      } else if byte == UInt8(ascii: "="), value == nil {
        value = at + 1
      } else if Self.isBoundary(byte) {
        if isToken(text, part..<at, value) { return true }
        part = at + 1
        value = nil
      }
    }
    return isToken(text, part..<text.count, value) || isToken(text, 0..<text.count)
  }

  /// Whether a part is a token, or what stands from `value` on in it.
  private func isToken(_ text: Span<UInt8>, _ part: Range<Int>, _ value: Int?) -> Bool {
    if isToken(text, part) { return true }
    guard let value else { return false }
    return isToken(text, value..<part.upperBound)
  }

  private func isToken(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.count >= 16 && lengths.contains(range.count)
      && seen.contains(TokenKey(Fingerprint(of: text.extracting(range))))
  }
}

/// How long tokens are: a bit for each usual length, since every part of every name is asked about.
private struct TokenLengths {
  private static let usual = 8192

  private var bits: [UInt64] = []
  private var unusual: Set<Int> = []

  var isEmpty: Bool { bits.isEmpty && unusual.isEmpty }

  mutating func insert(_ length: Int) {
    guard (0..<Self.usual).contains(length) else {
      unusual.insert(length)
      return
    }
    if bits.isEmpty { bits = [UInt64](repeating: 0, count: Self.usual / 64) }
    bits[length / 64] |= 1 << UInt64(length % 64)
  }

  func contains(_ length: Int) -> Bool {
    guard (0..<Self.usual).contains(length) else { return unusual.contains(length) }
    return !bits.isEmpty && bits[length / 64] >> UInt64(length % 64) & 1 != 0
  }
}
