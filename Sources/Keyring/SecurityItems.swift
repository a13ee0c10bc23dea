#if canImport(Security)
import Foundation
package import Secrets
import Security

/// Generic passwords of the Keychain: each call answers with its `OSStatus`.
package enum SecurityItems {
  /// Reads the items of a service.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - account: The account; nil for all.
  /// - Returns: The status, and account and bytes of each item.
  package static func copy(
    service: String,
    account: String?
  ) -> (status: Int32, items: [(account: String, value: SecretBytes)]) {
    var query = base(service, account)
    query[kSecMatchLimit] = kSecMatchLimitAll
    query[kSecReturnAttributes] = true
    query[kSecReturnData] = true
    var found: CFTypeRef?
    let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
    let items = (found as? [[CFString: Any]]) ?? []
    return (
      status,
      items.map { item in
        let data = item[kSecValueData] as? Data ?? Data()
        return (item[kSecAttrAccount] as? String ?? "", SecretBytes(copying: data))
      }
    )
  }

  /// Keeps a new item that can be read after the first unlock, on this device alone.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - account: The account.
  ///   - value: The bytes.
  /// - Returns: The status.
  package static func add(service: String, account: String, value: SecretBytes) -> Int32 {
    var query = base(service, account)
    query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    query[kSecValueData] = data(value)
    return unsafe SecItemAdd(query as CFDictionary, nil)
  }

  /// Replaces the bytes of an item.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - account: The account.
  ///   - value: The bytes.
  /// - Returns: The status.
  package static func update(service: String, account: String, value: SecretBytes) -> Int32 {
    let change: [CFString: Any] = [kSecValueData: data(value)]
    return SecItemUpdate(base(service, account) as CFDictionary, change as CFDictionary)
  }

  /// Removes items.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - account: The account; nil for all.
  /// - Returns: The status.
  package static func delete(service: String, account: String?) -> Int32 {
    var query = base(service, account)
    #if os(macOS)
    // Else only the first goes.
    if account == nil { query[kSecMatchLimit] = kSecMatchLimitAll }
    #endif
    return SecItemDelete(query as CFDictionary)
  }

  private static func base(_ service: String, _ account: String?) -> [CFString: Any] {
    var query: [CFString: Any] = [
      kSecClass: kSecClassGenericPassword, kSecAttrService: service,
    ]
    if let account { query[kSecAttrAccount] = account }
    return query
  }

  private static func data(_ value: SecretBytes) -> Data {
    value.withBytes { bytes in Data(bytes.indices.map { bytes[$0] }) }
  }
}
#endif
