import Secrets

/// A body of the kind `application/x-www-form-urlencoded`, as token requests have it (RFC 6749 appendix B).
struct FormBody {
  private static let mostBytes = 64 << 10
  private var values: [String: SecretBytes] = [:]

  /// Takes a body apart; nil if it is too long for one.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count <= Self.mostBytes else { return nil }
    var at = 0
    while at < bytes.count, values.count < 256 {
      let end = bytes.firstIndex(of: UInt8(ascii: "&"), in: at..<bytes.count) ?? bytes.count
      if let equals = bytes.firstIndex(of: UInt8(ascii: "="), in: at..<end) {
        add(
          (at..<equals).prefix(64).map { bytes[$0] },
          PercentCoding.decode(bytes.extracting((equals + 1)..<end), isForm: true)
        )
      }
      at = end + 1
    }
  }

  /// Starts without any.
  init() {}

  /// Adds a parameter; of several with one name the last counts.
  mutating func add(_ name: [UInt8], _ value: SecretBytes) {
    values[String(decoding: name, as: UTF8.self)] = value
  }

  /// A value that is not empty, as a token.
  func token(_ role: LegacyToken.Role, _ name: String) -> LegacyToken? {
    values[name].flatMap { $0.isEmpty ? nil : LegacyToken(role: role, secret: $0) }
  }

  /// A value that is not empty and no secret.
  func text(_ name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}
