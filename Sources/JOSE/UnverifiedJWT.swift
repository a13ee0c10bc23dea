import JSON
package import Secrets

/// What a token says of itself, read without any check: good for hints, never for a decision.
///
/// A stored refresh token may be a JWT, as Keycloak's are, and then suggests whose it is.
package struct UnverifiedJWT: Sendable {
  /// How the token is made.
  package enum Kind: String, Sendable {
    /// Three parts, readable.
    case signed
    /// Five parts, of which only the header can be read.
    case encrypted
  }

  /// How the token is made.
  package let kind: Kind
  /// `alg` of the header.
  package let algorithm: String?
  /// `typ`: of the payload, where Keycloak says what the token is for, else of the header.
  package let type: String?
  /// `iss`.
  package let issuer: String?
  /// `sub`: personal data, to be compared and not to be shown.
  package let subject: String?
  /// `azp`.
  package let authorizedParty: String?
  /// `aud`; empty if not said.
  package let audience: [String]
  /// `exp`, if it can be a date.
  package let expiry: NumericDate?
  /// `iat`, likewise.
  package let issuedAt: NumericDate?
  /// `sid`.
  package let sessionID: String?

  /// Reads a token; nil if it is none, or longer than 64 KiB.
  ///
  /// - Parameter token: The bytes as they stand.
  package init?(_ token: Span<UInt8>) {
    guard (5...JWS.maximumBytes).contains(token.count) else { return nil }
    // A brace in base64url begins so; nobody puts blanks before it.
    guard token[0] == UInt8(ascii: "e") else { return nil }
    var dots: [Int] = []
    for index in token.indices where token[index] == UInt8(ascii: ".") {
      dots.append(index)
      guard dots.count <= 4 else { return nil }
    }
    guard dots.count == 2 || dots.count == 4,
      let header = Self.object(token.extracting(0..<dots[0])),
      let algorithm = Self.text("alg", of: header)
    else { return nil }
    let isSigned = dots.count == 2
    var payload: JSONValue?
    if isSigned {
      guard let object = Self.object(token.extracting(dots[0] + 1..<dots[1])) else { return nil }
      payload = object
    }
    self.kind = isSigned ? .signed : .encrypted
    self.algorithm = algorithm
    self.type = Self.text("typ", of: payload) ?? Self.text("typ", of: header)
    self.issuer = Self.text("iss", of: payload)
    self.subject = Self.text("sub", of: payload)
    self.authorizedParty = Self.text("azp", of: payload)
    self.audience = Self.audience(payload)
    self.expiry = Self.date("exp", of: payload)
    self.issuedAt = Self.date("iat", of: payload)
    self.sessionID = Self.text("sid", of: payload)
  }

  /// Reads a token; nil if it is none.
  ///
  /// - Parameter token: The bytes as they stand.
  package init?(_ token: SecretBytes) {
    guard let read = token.withBytes({ bytes in UnverifiedJWT(bytes) }) else { return nil }
    self = read
  }
}

extension UnverifiedJWT {
  /// No text of a hint is longer, no list has more.
  private static let longestText = 1024
  private static let longestList = 16

  private static func object(_ encoded: Span<UInt8>) -> JSONValue? {
    guard let text = Base64URL.decodeSecret(encoded),
      let root = try? JSONDocument(parsing: text).root, root.kind == .object
    else { return nil }
    return root
  }

  private static func text(_ name: String, of object: JSONValue?) -> String? {
    bounded(object?[name])
  }

  private static func bounded(_ value: JSONValue?) -> String? {
    guard let value, value.byteRange.count <= longestText else { return nil }
    return value.string()
  }

  private static func audience(_ object: JSONValue?) -> [String] {
    guard let member = object?["aud"] else { return [] }
    if let one = bounded(member) { return [one] }
    return member.eachElement.prefix(longestList).compactMap(bounded)
  }

  private static func date(_ name: String, of object: JSONValue?) -> NumericDate? {
    guard let seconds = object?[name]?.double() else { return nil }
    let date = NumericDate(seconds: seconds)
    return date.isPlausible ? date : nil
  }
}
