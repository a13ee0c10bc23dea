package import Secrets

/// One opaque value in the Keychain, returned byte for byte as it was given.
///
/// Writing updates first and adds only where there is nothing yet; removing nothing succeeds.
package struct KeychainValue: Sendable {
  private let query: KeychainQuery
  private let client: any KeychainClient

  /// Names a value.
  ///
  /// - Parameters:
  ///   - service: Told from others by this.
  ///   - account: Within the service.
  ///   - client: The Keychain.
  package init(service: String, account: String, client: any KeychainClient) {
    self.query = KeychainQuery(service: service, account: account)
    self.client = client
  }

  /// The bytes that were written last.
  ///
  /// - Returns: Nil only if the Keychain was read and has none.
  /// - Throws: The status, such as `interactionNotAllowed` while it is locked.
  package func read() throws(KeychainFailure) -> SecretBytes? {
    do throws(KeychainFailure) {
      return try client.copy(query).first?.value
    } catch {
      guard error == .itemNotFound else { throw error }
      return nil
    }
  }

  /// Replaces the bytes.
  ///
  /// - Parameter value: What to keep.
  /// - Throws: The status.
  package func write(_ value: SecretBytes) throws(KeychainFailure) {
    do throws(KeychainFailure) {
      return try client.update(query, value: value)
    } catch {
      guard error == .itemNotFound else { throw error }
    }
    do throws(KeychainFailure) {
      try client.add(query, value: value, accessibility: .afterFirstUnlockThisDeviceOnly)
    } catch {
      // Another process added it in between.
      guard error == .duplicateItem else { throw error }
      try client.update(query, value: value)
    }
  }

  /// Removes the bytes.
  ///
  /// - Returns: Whether there were any.
  /// - Throws: The status.
  @discardableResult
  package func clear() throws(KeychainFailure) -> Bool {
    do throws(KeychainFailure) {
      try client.delete(query)
      return true
    } catch {
      guard error == .itemNotFound else { throw error }
      return false
    }
  }
}
