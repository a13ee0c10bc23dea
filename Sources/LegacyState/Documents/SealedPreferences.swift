/// Encrypted stores that are preferences files: their layout gives them away, and nothing in them can be read without
/// the device's keystore.
enum SealedPreferences {
  private static let marks: [(mark: StaticString, name: String)] = [
    ("__androidx_security_crypto_encrypted_prefs_value_keyset__", "EncryptedSharedPreferences"),
    // The prefix of each key of flutter_secure_storage: "This is the prefix for a secure storage".
    (
      "VGhpcyBpcyB0aGUgcHJlZml4IGZvciBhIHNlY3VyZSBzdG9yYWdlCg", "flutter_secure_storage (AES)"
    ),
    // The name of its wrapped key: "This is the key for a secure storage AES Key".
    (
      "VGhpcyBpcyB0aGUga2V5IGZvciBhIHNlY3VyZSBzdG9yYWdlIEFFUyBLZXkK",
      "the wrapped key of flutter_secure_storage"
    ),
    // How react-native-keychain names its ciphers, under the key `<service>:c`.
    (":c\">KeystoreAES", "react-native-keychain"), (":c\">KeystoreRSA", "react-native-keychain"),
    (":c\">FacebookConceal", "react-native-keychain"),
  ]

  /// Whether the bytes are of such a store.
  static func occur(in bytes: Span<UInt8>) -> Bool { name(in: bytes) != nil }

  /// Which one it is.
  static func name(in bytes: Span<UInt8>) -> String? {
    marks.first { bytes.contains($0.mark) }?.name
  }
}
