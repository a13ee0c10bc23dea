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

  /// How much of those limits is left, and of the effort for all.
  struct Allowance {
    var values = maximumValues
    var bytes = maximumLength
    var effort: PlainEffort

    /// Takes a value of so many bytes; false where it is too much.
    mutating func take(_ count: Int) -> Bool {
      values -= 1
      bytes -= count
      return values >= 0 && bytes >= 0 && effort.take(count)
    }
  }

  /// What became of a dictionary that may be a state.
  struct Candidate {
    let value: PlainValue
    /// Whether a member that a state has was left out, as it is more than is looked into.
    let isCut: Bool
  }

  /// Members of which every state has at least one at its outermost level.
  private static let telling: Set<String> = [
    "mLastTokenResponse", "lastAuthorizationResponse", "lastRegistrationResponse", "request",
    "accessToken", "refreshToken", "idToken", "authorizationCode", "access_token",
    "clientSecret", "registrationAccessToken",
  ]
  /// The others that a library writes there: what an app adds is its own, and is not read.
  private static let others: Set<String> = [
    "scope", "scopes", "config", "mAuthorizationException", "tokenType", "codeVerifier", "nonce",
    "accessTokenExpirationTime", "accessTokenExpirationDateTime", "accessTokenExpirationDate",
    "authorizationAdditionalParameters", "authorizeAdditionalParameters",
    "tokenAdditionalParameters", "additionalParameters", "additional_parameters", "clientId",
    "clientIdIssuedAt", "clientSecretExpiresAt", "registrationClientUri",
    "tokenEndpointAuthMethod", "refresh_token", "id_token", "token_type", "issued_at",
    "expires_in", "expires_at", "code", "state", "configuration", "client_id", "client_secret",
    "client_secret_expires_at", "client_id_issued_at", "registration_access_token",
    "registration_client_uri", "token_endpoint_auth_method", "grantType", "redirectUri",
  ]
  /// Said of a dictionary of which not all was read.
  static let tooMuch = "a dictionary with a state's members has more in them than is looked into"
  /// Said of a file of which not all dictionaries were read.
  static let spent = "its dictionaries give more than is looked into"
  /// No name among them is longer.
  static let longestName = 40

  static func isTelling(_ name: [UInt8]) -> Bool {
    telling.contains(String(decoding: name, as: UTF8.self))
  }

  static func isKnown(_ name: [UInt8]) -> Bool {
    let name = String(decoding: name, as: UTF8.self)
    return telling.contains(name) || others.contains(name)
  }

  /// What stands in the place of a name that is not read, each another.
  static func unread(_ position: Int) -> [UInt8] { Array("?\(position)".utf8) }

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
