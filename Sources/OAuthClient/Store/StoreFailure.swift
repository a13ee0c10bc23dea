/// Why a session store could not do what it was asked for.
public struct StoreFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, as a stable word.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    public let rawValue: String
    /// Makes a code of any word, known here or not.
    ///
    /// - Parameter rawValue: The word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Locked or away for now; the session is as it was.
    public static let unavailable = Code(rawValue: "unavailable")
    /// Another process holds the lock.
    public static let busy = Code(rawValue: "busy")
    /// The session is sealed with another key.
    public static let wrongKey = Code(rawValue: "wrong_key")
    /// The seal is broken: the bytes are not those that were written.
    public static let tampered = Code(rawValue: "tampered")
    /// The bytes end too early.
    public static let truncated = Code(rawValue: "truncated")
    /// There is a session, but no key to open it.
    public static let noKey = Code(rawValue: "no_key")
    /// Written by a newer version of a format that this one does not know; left alone.
    public static let newerVersion = Code(rawValue: "newer_version")
    /// The key or the store is open to others, a link, or in the wrong place.
    public static let unsafePlace = Code(rawValue: "unsafe_place")
    /// The keyring is locked.
    public static let locked = Code(rawValue: "locked")
    /// The user was asked to unlock the keyring, and did not.
    public static let dismissed = Code(rawValue: "dismissed")
    /// The keyring gives no answer.
    public static let silent = Code(rawValue: "silent")
    /// The library that leads to the keyring is not on this machine.
    public static let keyringMissing = Code(rawValue: "keyring_missing")
    /// There is no bus on which a keyring could be asked.
    public static let noBus = Code(rawValue: "no_bus")
    /// There is no keyring that could be asked.
    public static let noKeyring = Code(rawValue: "no_keyring")
    /// The keyring holds several keys of one store.
    public static let severalKeys = Code(rawValue: "several_keys")
    /// What stands where the key should be is none.
    public static let invalidKey = Code(rawValue: "invalid_key")
    /// The passphrase is not the store's.
    public static let wrongPassphrase = Code(rawValue: "wrong_passphrase")
    /// The store's key comes from elsewhere.
    public static let otherSource = Code(rawValue: "other_source")
    /// The disk or the database failed.
    public static let failed = Code(rawValue: "failed")
  }

  /// The reason.
  public let code: Code
  /// One sentence for a person: what, why, and what to do.
  public let description: String

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - code: The reason.
  ///   - description: One sentence for a person.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// Whether the stored bytes are lost for this key, so that only setting them aside helps.
  package var isUnreadableForGood: Bool {
    [.wrongKey, .tampered, .truncated, .noKey].contains(code)
  }

  package var asOAuthError: OAuthError {
    switch code {
    case .newerVersion, .unsafePlace, .wrongKey, .noKey, .wrongPassphrase, .otherSource,
      .severalKeys, .invalidKey:
      .configuration(ConfigurationProblem(.store, description))
    case .busy: .recoverable(RecoverableFailure(.busy, description))
    default: .recoverable(RecoverableFailure(.store, description))
    }
  }

  /// Failures are alike when their codes are.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether the codes are equal.
  public static func == (left: StoreFailure, right: StoreFailure) -> Bool {
    left.code == right.code
  }
}
