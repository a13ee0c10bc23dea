internal import Secrets

extension OAuthClient {
  /// Writes the record durably; on failure it stays in memory and is written first next time.
  func save() async throws(StoreFailure) {
    do throws(StoreFailure) {
      try await store.write(record.encoded())
      saveFailure = nil
      stored = StoredSession(record)
    } catch {
      saveFailure = error
      throw error
    }
  }

  /// As ``save()``, where a failure must not hide what was won; ``saveAgain()`` comes back to it.
  func saveOrKeep() async {
    do throws(StoreFailure) { try await save() } catch { return }
  }

  /// Tries a few times more to save what the store refused, and tells if it was in vain.
  ///
  /// Under the lock still: whoever comes next must not take the spent token that is stored for a good one.
  func saveAgain() async {
    for pause in Self.savePauses {
      guard saveFailure != nil else { return }
      do { try await transport.clock.sleep(pause) } catch { break }
      await saveOrKeep()
    }
    if let saveFailure { onEvent(.saveFailed(saveFailure.description)) }
  }

  private static let savePauses: [Duration] = [
    .milliseconds(100), .milliseconds(400), .milliseconds(1500),
  ]

  /// As ``save()``, where a failure must not hide what was won: told as an event.
  func saveOrReport() async {
    do throws(StoreFailure) {
      try await save()
    } catch {
      onEvent(.saveFailed(error.description))
    }
  }

  /// Takes what another process wrote, unless this one still has something to write itself.
  func reload() async throws(OAuthError) {
    guard saveFailure == nil else {
      await saveOrReport()
      return
    }
    do throws(StoreFailure) {
      guard let bytes = try await store.read() else {
        // Another process signed out.
        record = SessionRecord(issuer: record.issuer, clientID: record.clientID)
        stored = StoredSession(record)
        return
      }
      record = try decoded(bytes)
      stored = StoredSession(record)
      // What another process was asked to wait meanwhile holds for this one.
      transport.resume(record.waits)
      transport.nonces.resume(record.proofNonce)
    } catch {
      throw error.asOAuthError
    }
  }

  private func decoded(_ bytes: SecretBytes) throws(StoreFailure) -> SessionRecord {
    do throws(SessionRecordFault) {
      return try SessionRecord(decoding: bytes, issuer: record.issuer, clientID: record.clientID)
    } catch {
      throw StoreFailure(.failed, "the stored session cannot be read any more: sign in again")
    }
  }

  /// Changes the stored record under the lock, on the basis of what is stored now: another process may have rotated
  /// the tokens since this one read them.
  func update(_ change: (inout SessionRecord) -> Void) async throws(OAuthError) {
    let lock = try await lock()
    defer { lock.release() }
    try await reload()
    change(&record)
    do throws(StoreFailure) { try await save() } catch { throw error.asOAuthError }
  }

  /// Lets what the provider asked to wait hold for the next process, whether anybody is signed in or not.
  package func keepWaits() async {
    let now = transport.clock.now()
    guard transport.waits != record.waits.filter({ $0.resumed(at: now) != nil }) else { return }
    // A session that waits for its key would not come back over what is written now.
    let isAwaited = (try? await store.awaitsKey()) ?? true
    guard record.tokens != nil || !isAwaited else { return }
    do throws(OAuthError) {
      // Along with those that another process has noted since.
      try await update { $0.waits = transport.waits }
    } catch {
      onEvent(.saveFailed(error.description))
    }
  }

  func lock() async throws(OAuthError) -> any SessionLock {
    do throws(StoreFailure) {
      return try await store.lock(waiting: .seconds(30))
    } catch {
      throw error.asOAuthError
    }
  }
}
