internal import Locks
internal import OAuthClient

/// The provider that was compared with the plan: every later request of the run goes to this one.
///
/// Asked again, it could name other endpoints, which nobody has compared.
final class PinnedProvider: Sendable {
  private let metadata = Mutex<ProviderMetadata?>(nil)

  /// What was compared; nil before that.
  var provider: ProviderMetadata? { metadata.withLock { $0 } }

  /// Keeps it.
  func pin(_ provider: ProviderMetadata) { metadata.withLock { $0 = provider } }
}
