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
          Self.decode(bytes.extracting((equals + 1)..<end))
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

  /// Plus signs are blanks; a percent sign without two digits behind it stands for itself.
  private static func decode(_ bytes: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: bytes.count) { (output: inout OutputSpan<UInt8>) in
      var at = 0
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let high = digit(bytes[at + 1]),
          let low = digit(bytes[at + 2])
        {
          output.append(high << 4 | low)
          at += 3
        } else {
          output.append(bytes[at] == UInt8(ascii: "+") ? 0x20 : bytes[at])
          at += 1
        }
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
