import Keyring
import Locks
import Secrets

/// A Secret Service in memory that fails when it is told to.
final class FakeKeyring: SecretServiceClient {
  private struct Content {
    var items: [(attributes: [String: String], secret: SecretBytes)] = []
    var isLocked = false
    var failure: KeyringFailure?
    var isForgetful = false
    var questions = 0
  }

  private let content = Mutex(Content())

  func fails(_ failure: KeyringFailure?) { content.withLock { $0.failure = failure } }
  func lock(_ isLocked: Bool) { content.withLock { $0.isLocked = isLocked } }
  func forgets() { content.withLock { $0.isForgetful = true } }
  func removeAll() { content.withLock { $0.items = [] } }

  /// Puts an item there as another program would.
  func add(_ secret: SecretBytes, _ attributes: [String: String]) {
    content.withLock { $0.items.append((attributes, secret)) }
  }

  var items: [(attributes: [String: String], secret: SecretBytes)] {
    content.withLock { $0.items }
  }
  var questions: Int { content.withLock { $0.questions } }

  func probe() throws(KeyringFailure) { try check() }

  func items(
    _ attributes: [String: String],
    isAsking: Bool
  ) throws(KeyringFailure) -> [KeyringItem] {
    try check()
    return content.withLock { content in
      content.items.filter { Self.has($0.attributes, attributes) }.map { item in
        if content.isLocked, isAsking { content.questions += 1 }
        return KeyringItem(
          attributes: item.attributes,
          secret: content.isLocked ? nil : item.secret
        )
      }
    }
  }

  func store(
    _ secret: SecretBytes,
    _ attributes: [String: String],
    label: String
  ) throws(KeyringFailure) {
    try check()
    content.withLock { content in
      guard !content.isForgetful else { return }
      content.items.removeAll { $0.attributes == attributes }
      content.items.append((attributes, secret))
    }
  }

  func remove(_ attributes: [String: String]) throws(KeyringFailure) -> Int {
    try check()
    return content.withLock { content in
      let before = content.items.count
      content.items.removeAll { Self.has($0.attributes, attributes) }
      return before - content.items.count
    }
  }

  private func check() throws(KeyringFailure) {
    if let failure = content.withLock({ $0.failure }) { throw failure }
  }

  private static func has(_ attributes: [String: String], _ wanted: [String: String]) -> Bool {
    wanted.allSatisfy { attributes[$0.key] == $0.value }
  }
}
