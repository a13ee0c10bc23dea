/// Where a store's key comes from, as a stable word.
public struct SealingKeyKind: RawRepresentable, Hashable, Sendable {
  /// The word.
  public let rawValue: String

  /// Makes a kind of any word, known here or not.
  ///
  /// - Parameter rawValue: The word.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// 32 bytes in a file.
  public static let file = SealingKeyKind(rawValue: "file")
  /// The system keyring, by way of the Secret Service.
  public static let keyring = SealingKeyKind(rawValue: "keyring")
  /// Apple's Keychain.
  public static let keychain = SealingKeyKind(rawValue: "keychain")
  /// Derived from a passphrase.
  public static let passphrase = SealingKeyKind(rawValue: "passphrase")

  /// In words for a person.
  package var words: String {
    switch self {
    case .file: "a key file"
    case .keyring: "the system keyring"
    case .keychain: "the Keychain"
    case .passphrase: "a passphrase"
    default: "a source that this version does not know"
    }
  }
}
