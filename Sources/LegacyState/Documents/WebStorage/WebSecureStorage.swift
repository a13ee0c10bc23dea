import Crypto
import Secrets

/// What flutter_secure_storage keeps in localStorage on the web: values under AES-256-GCM, and beside them, as it is,
/// the key, unless the app wrapped that too.
struct WebSecureStorage {
  /// What came of a value.
  enum Outcome {
    /// What was sealed.
    case opened(SecretBytes)
    /// It is one of the store's, and nothing here opens it.
    case sealed
    /// It only has such a name.
    case foreign
  }

  static let sealedName = "flutter_secure_storage (web) with a key that is not beside it"
  private static let keyName = "FlutterSecureStorage"
  private static let prefix = "FlutterSecureStorage."

  /// The key of each origin.
  private var keys: [String?: SecretBytes] = [:]

  /// Whether a name is of such a store.
  static func isPart(_ name: String) -> Bool { name == keyName || isValue(name) }

  /// Whether a name is of a value in such a store.
  static func isValue(_ name: String) -> Bool { name.hasPrefix(prefix) }

  /// Keeps what is the key of its origin.
  mutating func take(_ name: String, _ text: SecretBytes, origin: String? = nil) {
    guard name == Self.keyName else { return }
    let key = text.withBytes { Base64.decodeExactly($0) }
    guard let key, key.count == AESGCM.keyByteCount else { return }
    keys[origin] = key
  }

  /// Opens a value: base64 of the nonce, a dot, base64 of ciphertext and tag.
  func open(_ name: String, _ text: SecretBytes, origin: String? = nil) -> Outcome {
    let parts = text.withBytes { bytes -> (nonce: SecretBytes, sealed: SecretBytes)? in
      guard let dot = bytes.firstIndex(of: UInt8(ascii: "."), in: 0..<min(bytes.count, 64)),
        let nonce = Base64.decodeExactly(bytes.extracting(0..<dot)),
        nonce.count == AESGCM.nonceByteCount,
        let sealed = Base64.decodeExactly(bytes.extracting((dot + 1)...)),
        sealed.count >= AESGCM.tagByteCount
      else { return nil }
      return (nonce, sealed)
    }
    guard let parts else { return .foreign }
    guard let key = keys[origin] else { return .sealed }
    do throws(CryptoFailure) {
      let content = try parts.nonce.withBytes { nonce throws(CryptoFailure) in
        try parts.sealed.withBytes { sealed throws(CryptoFailure) in
          try AESGCM.open(sealed, key: key, nonce: nonce, associatedData: [UInt8]().span)
        }
      }
      return .opened(content)
    } catch {
      return .sealed
    }
  }
}
