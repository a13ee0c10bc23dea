import JSON
import Secrets

/// A value of a property list or of a keyed archive, as the JSON value that it stands for.
///
/// Bridges and apps keep a library's result as a dictionary of the system's own, so the shapes of ``StateShapes`` can be
/// told there as well.
indirect enum PlainValue {
  case object([(name: [UInt8], value: PlainValue)])
  case array([PlainValue])
  case text(SecretBytes)
  case number(Int64)
  case bool
  /// What has no counterpart, such as data.
  case none

  /// More than any state has; a file can refer to one value from many places.
  static let maximumValues = 4096
  /// In bytes; as long as the longest state that is looked for elsewhere.
  static let maximumLength = 1 << 20
  /// Containers in containers.
  static let maximumDepth = 12

  /// How much of those limits is left.
  struct Allowance {
    var values = maximumValues
    var bytes = maximumLength

    /// Takes a value of so many bytes; false where it is too much.
    mutating func take(_ count: Int) -> Bool {
      values -= 1
      bytes -= count
      return values >= 0 && bytes >= 0
    }
  }

  /// Members of which every state has at least one at its outermost level.
  private static let telling: Set<String> = [
    "mLastTokenResponse", "lastAuthorizationResponse", "lastRegistrationResponse", "request",
    "accessToken", "refreshToken", "idToken", "authorizationCode", "access_token",
    "clientSecret", "registrationAccessToken",
  ]

  /// Whether a dictionary with these keys may be a state.
  static func mayBeState(_ names: some Sequence<[UInt8]>) -> Bool {
    names.contains { telling.contains(String(decoding: $0, as: UTF8.self)) }
  }

  /// The value as a JSON document.
  ///
  /// - Throws: Never for a value within the limits, since what is written is well-formed.
  func document() throws(JSONFailure) -> JSONDocument {
    let text = SecretBytes(capacity: capacity) { (output: inout OutputSpan<UInt8>) in
      write(to: &output)
    }
    return try JSONDocument(parsing: text, dialect: .androidState)
  }

  private static let escaped = 6

  private var capacity: Int {
    switch self {
    case .object(let members):
      members.reduce(2) { $0 + $1.name.count * Self.escaped + 4 + $1.value.capacity }
    case .array(let elements): elements.reduce(2) { $0 + $1.capacity + 1 }
    case .text(let secret): secret.count * Self.escaped + 2
    case .number: 20
    case .bool, .none: 4
    }
  }

  private func write(to output: inout OutputSpan<UInt8>) {
    switch self {
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (position, member) in members.enumerated() {
        if position > 0 { output.append(UInt8(ascii: ",")) }
        Self.write(member.name.span, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .text(let secret): secret.withBytes { Self.write($0, to: &output) }
    case .number(let number): for byte in String(number).utf8 { output.append(byte) }
    case .bool: for byte in "true".utf8 { output.append(byte) }
    case .none: for byte in "null".utf8 { output.append(byte) }
    }
  }

  /// In quotes, with what must not stand there escaped.
  private static func write(_ text: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
    let digits = Array("0123456789abcdef".utf8)
    output.append(UInt8(ascii: "\""))
    for at in text.indices {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0..<0x20:
        for byte in "\\u00".utf8 { output.append(byte) }
        output.append(digits[Int(byte >> 4)])
        output.append(digits[Int(byte & 15)])
      default: output.append(byte)
      }
    }
    output.append(UInt8(ascii: "\""))
  }
}
