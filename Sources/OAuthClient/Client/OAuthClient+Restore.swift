internal import JOSE
internal import Secrets

/// How a stored session is looked at before it counts.
public enum RestoreValidation: String, Sendable, CaseIterable {
  /// As it was when it was stored: the seal has kept it since, and no request is made.
  case stored
  /// Proven again at the provider: discovery and keys are read live, and the stored ID token's signature, issuer,
  /// audience and times are judged anew.
  ///
  /// What is proven invalid is revoked and cleared. Where only its times speak against it, or its key is no longer
  /// published, a refresh is the proof. While the provider cannot be reached the session is kept, the state is
  /// ``SessionState/unauthenticated``, and each call that needs the session tries again.
  case online
}

extension OAuthClient {
  /// Proves the stored session, where that was asked for and has not come about yet.
  ///
  /// - Throws: `.reauthenticate` if it is over, `.recoverable` or `.configuration` if that cannot be told now.
  /// - SeeAlso: OIDC Core 3.1.3.7.
  func proveRestored() async throws(OAuthError) {
    guard isRestoreUnproven, let tokens = record.tokens else { return }
    let provider = try await provider()
    do throws(IDTokenRefusal) {
      _ = try await examined(
        tokens.idToken,
        expecting: IDTokenExpectations(issuer: provider.issuer, clientID: configuration.clientId),
        serverDate: nil,
        provider: provider
      )
    } catch {
      switch error {
      case .other(let failure): throw failure
      case .token(let failure):
        guard Self.isOutdated(failure), tokens.refreshToken != nil else {
          try await clearUnproven(tokens, at: provider)
          throw .reauthenticate(
            ReauthenticationReason(
              .unreadable,
              "the stored session was not proven (\(failure.description)), and is gone: sign in again"
            )
          )
        }
        // The grant itself is asked; only invalid_grant ends it.
        _ = try await refreshed(isForced: true)
      }
    }
    acceptRestored()
  }

  /// Whether a token was right in its time, which is over, or not yet there by a clock that was put back: some ID tokens
  /// are good for weeks, but answer no request of today.
  private static func isOutdated(_ failure: IDTokenFailure) -> Bool {
    [.expired, .issuedTooLongAgo, .issuedInFuture, .notYetValid].contains(failure.code)
      || failure.lacksKey
  }

  /// Forgets a session that is proven to be none, and ends what it held.
  private func clearUnproven(
    _ tokens: SessionTokens,
    at provider: ProviderMetadata
  ) async throws(OAuthError) {
    let lock = try await lock()
    defer { lock.release() }
    try await reload()
    // Another process may have signed in meanwhile.
    guard record.tokens?.idToken.equals(tokens.idToken) == true else { return acceptRestored() }
    record = SessionRecord(issuer: record.issuer, clientID: record.clientID)
    do throws(StoreFailure) { try await store.clear() } catch { throw error.asOAuthError }
    saveFailure = nil
    stored = StoredSession(record)
    acceptRestored()
    await dispose(of: tokens.refreshToken, at: provider)
  }
}
