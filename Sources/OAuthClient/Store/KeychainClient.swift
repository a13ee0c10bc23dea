public import Secrets

/// Which items of the Keychain are meant: generic passwords of a service, of one account or of all.
public struct KeychainQuery: Hashable, Sendable {
  /// The service.
  public var service: String
  /// The account; nil for every one of the service.
  public var account: String?

  /// Names items.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - account: The account; nil for every one of the service.
  public init(service: String, account: String?) {
    self.service = service
    self.account = account
  }
}

/// An item of the Keychain.
public struct KeychainItem: Sendable {
  /// Whose it is.
  public let account: String
  /// Its bytes, as they were given.
  public let value: SecretBytes

  /// Joins the two.
  ///
  /// - Parameters:
  ///   - account: Whose it is.
  ///   - value: Its bytes.
  public init(account: String, value: SecretBytes) {
    self.account = account
    self.value = value
  }
}

/// When an item can be read.
public enum KeychainAccessibility: Sendable, Hashable {
  /// Once the device was unlocked after it was started, and on no other device: it goes into no backup.
  case afterFirstUnlockThisDeviceOnly
}

/// What the Keychain answered instead of doing it.
public struct KeychainFailure: Error, Hashable, Sendable {
  /// An `OSStatus`.
  public let status: Int32

  /// Takes the status.
  ///
  /// - Parameter status: An `OSStatus`.
  public init(status: Int32) { self.status = status }

  /// There is none: `errSecItemNotFound`.
  public static let itemNotFound = KeychainFailure(status: -25300)
  /// There is one already: `errSecDuplicateItem`.
  public static let duplicateItem = KeychainFailure(status: -25299)
  /// No Keychain, as for a program that is not signed: `errSecNotAvailable`.
  public static let notAvailable = KeychainFailure(status: -25291)
  /// Locked: `errSecInteractionNotAllowed`.
  public static let interactionNotAllowed = KeychainFailure(status: -25308)
}

/// The four calls of the Keychain, so that another can stand in its place in tests.
public protocol KeychainClient: Sendable {
  /// Reads items, as `SecItemCopyMatching` does.
  ///
  /// - Parameter query: Which items.
  /// - Returns: One item at least.
  /// - Throws: The status; `itemNotFound` if there is none.
  func copy(_ query: KeychainQuery) throws(KeychainFailure) -> [KeychainItem]

  /// Keeps a new item, as `SecItemAdd` does.
  ///
  /// - Parameters:
  ///   - query: Which item; it names an account.
  ///   - value: Its bytes.
  ///   - accessibility: When it can be read.
  /// - Throws: The status; `duplicateItem` if there is one.
  func add(
    _ query: KeychainQuery,
    value: SecretBytes,
    accessibility: KeychainAccessibility
  ) throws(KeychainFailure)

  /// Replaces an item's bytes, as `SecItemUpdate` does.
  ///
  /// - Parameters:
  ///   - query: Which item; it names an account.
  ///   - value: Its new bytes.
  /// - Throws: The status; `itemNotFound` if there is none.
  func update(_ query: KeychainQuery, value: SecretBytes) throws(KeychainFailure)

  /// Removes items, as `SecItemDelete` does.
  ///
  /// - Parameter query: Which items.
  /// - Throws: The status; `itemNotFound` if there is none.
  func delete(_ query: KeychainQuery) throws(KeychainFailure)
}
