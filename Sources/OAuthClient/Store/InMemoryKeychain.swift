internal import Locks
public import Secrets

/// A Keychain that ends with the process, for tests.
public final class InMemoryKeychain: KeychainClient {
  private let items = Mutex<[KeychainQuery: SecretBytes]>([:])

  /// Begins empty.
  public init() {}

  /// The items that are meant.
  ///
  /// - Parameter query: Which.
  /// - Returns: In the order of their accounts.
  /// - Throws: `itemNotFound`.
  public func copy(_ query: KeychainQuery) throws(KeychainFailure) -> [KeychainItem] {
    let found = items.withLock { items in
      items.filter { Self.means(query, $0.key) }
        .map { KeychainItem(account: $0.key.account ?? "", value: $0.value) }
    }
    guard !found.isEmpty else { throw .itemNotFound }
    return found.sorted { $0.account < $1.account }
  }

  /// Keeps a new item.
  ///
  /// - Parameters:
  ///   - query: Which.
  ///   - value: Its bytes.
  ///   - accessibility: Not needed in memory.
  /// - Throws: `duplicateItem`.
  public func add(
    _ query: KeychainQuery,
    value: SecretBytes,
    accessibility: KeychainAccessibility
  ) throws(KeychainFailure) {
    let isNew = items.withLock { items in
      guard items[query] == nil else { return false }
      items[query] = value
      return true
    }
    guard isNew else { throw .duplicateItem }
  }

  /// Replaces an item's bytes.
  ///
  /// - Parameters:
  ///   - query: Which.
  ///   - value: Its new bytes.
  /// - Throws: `itemNotFound`.
  public func update(_ query: KeychainQuery, value: SecretBytes) throws(KeychainFailure) {
    let isThere = items.withLock { items in
      guard items[query] != nil else { return false }
      items[query] = value
      return true
    }
    guard isThere else { throw .itemNotFound }
  }

  /// Removes items.
  ///
  /// - Parameter query: Which.
  /// - Throws: `itemNotFound`.
  public func delete(_ query: KeychainQuery) throws(KeychainFailure) {
    let wasThere = items.withLock { items in
      let keys = items.keys.filter { Self.means(query, $0) }
      for key in keys { items[key] = nil }
      return !keys.isEmpty
    }
    guard wasThere else { throw .itemNotFound }
  }

  private static func means(_ query: KeychainQuery, _ item: KeychainQuery) -> Bool {
    query.service == item.service && (query.account == nil || query.account == item.account)
  }
}
