internal import Crypto
internal import JOSE
internal import Secrets

/// A sealing key as a keyring holds it: 32 random bytes in base64url, which its own programs can show and copy.
enum KeyText {
  private static let count = 32

  /// A new key, and its text.
  static func make() -> (key: SecretBytes, text: SecretBytes) {
    let key = Random.secret(count)
    return (key, Base64URL.encode(key))
  }

  /// Nil if it is no key of ours.
  static func decode(_ text: SecretBytes) -> SecretBytes? {
    guard let key = text.withBytes({ Base64URL.decodeSecret($0) }), key.count == count else {
      return nil
    }
    return key
  }
}
