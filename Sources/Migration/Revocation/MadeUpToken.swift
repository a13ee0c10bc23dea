internal import Crypto
internal import Secrets

/// Tokens and clients that never existed, for controls.
enum MadeUpToken {
  /// Of the same length and the same kinds of characters at the same places, so that a provider treats it alike up to
  /// the point where it looks it up.
  ///
  /// Nil for a token without letters and digits, which has no such twin.
  static func like(_ token: SecretBytes) -> SecretBytes? {
    let chance = Random.bytes(token.count)
    let made = SecretBytes(capacity: token.count) { output in
      token.withBytes { bytes in
        for index in bytes.indices { output.append(replacing(bytes[index], chance[index])) }
      }
    }
    return made.equals(token) ? nil : made
  }

  /// Says in the provider's log what it is.
  static func clientID() -> String {
    let digits = Random.bytes(8).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "appauth-migrate-control-" + digits.joined()
  }

  private static func replacing(_ byte: UInt8, _ chance: UInt8) -> UInt8 {
    switch byte {
    case 0x30...0x39: 0x30 + chance % 10
    case 0x41...0x5A: 0x41 + chance % 26
    case 0x61...0x7A: 0x61 + chance % 26
    default: byte
    }
  }
}
