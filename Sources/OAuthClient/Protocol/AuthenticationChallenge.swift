internal import HTTP

/// One challenge of a `WWW-Authenticate` header (RFC 9110 section 11.6.1); pure.
package struct AuthenticationChallenge: Sendable, Equatable {
  /// In lower case, such as `bearer`.
  package let scheme: String
  package private(set) var parameters: [Parameter] = []

  /// A name in lower case and its value, without its quotes.
  package struct Parameter: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  /// The first value of a parameter.
  ///
  /// - Parameter name: In lower case.
  package subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// Reads the challenges of all header lines; of a line that breaks the grammar, what stands before the fault.
  ///
  /// - Parameter values: The values of the header lines, bounded by whoever read them.
  /// - Returns: In their order.
  package static func all(in values: [String]) -> [AuthenticationChallenge] {
    values.flatMap { value in
      var scan = ChallengeScan(value)
      return scan.challenges()
    }
  }

  fileprivate init(scheme: String) { self.scheme = scheme.lowercased() }

  fileprivate mutating func append(_ name: String, _ value: String) {
    parameters.append(Parameter(name: name.lowercased(), value: value))
  }
}

/// Goes once through a header's value.
///
/// A comma ends a parameter or a challenge, and only what follows tells which: a word with an equals sign behind it is
/// a parameter, any other begins a challenge.
private struct ChallengeScan {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func challenges() -> [AuthenticationChallenge] {
    var found: [AuthenticationChallenge] = []
    while true {
      skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
      guard let word = word() else { return found }
      if !found.isEmpty, takesEquals() {
        guard let value = value() else { return found }
        found[found.count - 1].append(word, value)
      } else {
        found.append(AuthenticationChallenge(scheme: word))
        skipToken68()
      }
    }
  }

  /// Credentials of a scheme that has no parameters, such as Negotiate.
  private mutating func skipToken68() {
    let start = at
    skipSpaces()
    skip { Self.isToken68($0) }
    skip { $0 == UInt8(ascii: "=") }
    skipSpaces()
    if at < bytes.count, bytes[at] != UInt8(ascii: ",") { at = start }
  }

  private mutating func takesEquals() -> Bool {
    let start = at
    skipSpaces()
    guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
      at = start
      return false
    }
    at += 1
    skipSpaces()
    return true
  }

  private mutating func value() -> String? {
    // Some servers leave the quotes out around what needs them.
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return word(Self.isUnquoted) }
    at += 1
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), at < bytes.count {
        text.append(bytes[at])
        at += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private mutating func word(_ isPart: (UInt8) -> Bool = ByteSets.isToken) -> String? {
    let start = at
    skip(isPart)
    return at > start ? String(decoding: bytes[start..<at], as: UTF8.self) : nil
  }

  private mutating func skipSpaces() { skip { $0 == 0x20 || $0 == 0x09 } }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while at < bytes.count, isSkipped(bytes[at]) { at += 1 }
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "\"")
  }

  private static func isToken68(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~+/".utf8.contains(byte)
    }
  }
}
