import Locks
import OAuthClient
import Secrets

/// A Keychain in memory that fails when it is told to, and counts what it was asked for.
final class FakeKeychain: KeychainClient {
  private struct Content {
    var failure: KeychainFailure?
    var racing: SecretBytes?
    var calls: [String] = []
    var accessibility: [KeychainAccessibility] = []
  }

  let memory = InMemoryKeychain()
  private let content = Mutex(Content())

  func fails(_ failure: KeychainFailure?) { content.withLock { $0.failure = failure } }
  /// Another process adds this just before the next `add`.
  func races(_ value: SecretBytes) { content.withLock { $0.racing = value } }
  var calls: [String] { content.withLock { $0.calls } }
  var accessibility: [KeychainAccessibility] { content.withLock { $0.accessibility } }

  func copy(_ query: KeychainQuery) throws(KeychainFailure) -> [KeychainItem] {
    try note("copy")
    return try memory.copy(query)
  }

  func add(
    _ query: KeychainQuery,
    value: SecretBytes,
    accessibility: KeychainAccessibility
  ) throws(KeychainFailure) {
    try note("add")
    content.withLock { $0.accessibility.append(accessibility) }
    let racing = content.withLock { content in
      defer { content.racing = nil }
      return content.racing
    }
    if let racing { try memory.add(query, value: racing, accessibility: accessibility) }
    try memory.add(query, value: value, accessibility: accessibility)
  }

  func update(_ query: KeychainQuery, value: SecretBytes) throws(KeychainFailure) {
    try note("update")
    try memory.update(query, value: value)
  }

  func delete(_ query: KeychainQuery) throws(KeychainFailure) {
    try note("delete")
    try memory.delete(query)
  }

  private func note(_ call: String) throws(KeychainFailure) {
    let failure = content.withLock { content in
      content.calls.append(call)
      return content.failure
    }
    if let failure { throw failure }
  }
}
