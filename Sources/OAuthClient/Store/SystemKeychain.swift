#if canImport(Security)
internal import Keyring
public import Secrets

/// The Keychain of this device.
public struct SystemKeychain: KeychainClient {
  /// There is one.
  public init() {}

  /// Reads items.
  ///
  /// - Parameter query: Which.
  /// - Returns: One item at least.
  /// - Throws: The status.
  public func copy(_ query: KeychainQuery) throws(KeychainFailure) -> [KeychainItem] {
    let found = SecurityItems.copy(service: query.service, account: query.account)
    try check(found.status)
    return found.items.map { KeychainItem(account: $0.account, value: $0.value) }
  }

  /// Keeps a new item.
  ///
  /// - Parameters:
  ///   - query: Which.
  ///   - value: Its bytes.
  ///   - accessibility: When it can be read.
  /// - Throws: The status.
  public func add(
    _ query: KeychainQuery,
    value: SecretBytes,
    accessibility: KeychainAccessibility
  ) throws(KeychainFailure) {
    switch accessibility {
    case .afterFirstUnlockThisDeviceOnly:
      try check(
        SecurityItems.add(service: query.service, account: query.account ?? "", value: value)
      )
    }
  }

  /// Replaces an item's bytes.
  ///
  /// - Parameters:
  ///   - query: Which.
  ///   - value: Its new bytes.
  /// - Throws: The status.
  public func update(_ query: KeychainQuery, value: SecretBytes) throws(KeychainFailure) {
    try check(
      SecurityItems.update(service: query.service, account: query.account ?? "", value: value)
    )
  }

  /// Removes items.
  ///
  /// - Parameter query: Which.
  /// - Throws: The status.
  public func delete(_ query: KeychainQuery) throws(KeychainFailure) {
    try check(SecurityItems.delete(service: query.service, account: query.account))
  }

  private func check(_ status: Int32) throws(KeychainFailure) {
    guard status == 0 else { throw KeychainFailure(status: status) }
  }
}
#endif
