internal import JOSE
internal import Secrets

/// Reads and changes the keys in a store, one change after the other, in this process and over processes.
actor TokenKeyStore {
  private let store: any OIDCSessionStore
  private let empty: TokenKeys
  private var last: Task<Void, Never>?

  init(_ store: any OIDCSessionStore, issuer: String, clientID: String) {
    self.store = store
    self.empty = TokenKeys(issuer: issuer, clientID: clientID)
  }

  /// What the store holds now; another process may have changed it.
  ///
  /// - Throws: Why that cannot be told.
  func read() async throws(OAuthError) -> TokenKeys {
    do throws(StoreFailure) {
      guard let bytes = try await store.read() else { return empty }
      return try TokenKeys(decoding: bytes, issuer: empty.issuer, clientID: empty.clientID)
    } catch {
      throw error.asOAuthError
    }
  }

  /// Changes what is stored, durably; a caller who is cancelled does not stop it.
  ///
  /// - Throws: Why it is as it was.
  func update(
    _ change: @escaping @Sendable (inout TokenKeys) -> Void
  ) async throws(OAuthError) {
    let before = last
    let work = Task { () async -> Result<Void, OAuthError> in
      await before?.value
      return await self.apply(change)
    }
    last = Task { _ = await work.value }
    try await work.value.get()
  }

  private func apply(
    _ change: @Sendable (inout TokenKeys) -> Void
  ) async -> Result<Void, OAuthError> {
    do throws(StoreFailure) {
      let lock = try await store.lock(waiting: .seconds(30))
      defer { lock.release() }
      var keys = empty
      if let bytes = try await store.read() {
        keys = try TokenKeys(decoding: bytes, issuer: empty.issuer, clientID: empty.clientID)
      }
      change(&keys)
      try await store.write(keys.encoded())
      return .success(())
    } catch {
      return .failure(error.asOAuthError)
    }
  }
}

extension SealedSessionStore {
  /// A sealed store for the keys of an ``OAuthTokenManager``, which may lie in the folder of the sessions.
  ///
  /// - Parameters:
  ///   - folder: The store's folder, made 0700 on first write.
  ///   - issuer: As in the configuration.
  ///   - clientID: As in the configuration.
  ///   - key: Where the sealing key comes from.
  /// - Returns: Nothing is opened yet.
  public static func tokenKeys(
    folder: String,
    issuer: String,
    clientID: String,
    key: any SealingKeySource
  ) -> SealedSessionStore {
    // No issuer has a NUL in it, so no session has this name.
    SealedSessionStore(
      folder: folder,
      issuer: "\(TokenKeys.kind)\u{0}\(issuer)",
      clientID: clientID,
      key: key
    )
  }
}
