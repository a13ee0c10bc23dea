import JSON
import OAuthClient
import Terminal

/// Signs out: here always, at the provider as far as it plays along.
enum LogoutCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    let wasSignedIn = await session.client.summary != nil
    // Forgotten now, its token could never be revoked.
    let isWaiting = try await isWaitingForKey(session.store)
    guard wasSignedIn || !isWaiting else {
      throw Stop(
        .partial,
        "a stored session waits for its key, without which its token cannot be revoked; nothing was changed",
        hints: [
          "put the key back (\(session.key.description)), then sign out",
          "if the key is lost, sign in again: the old session then ends only at the provider",
        ]
      )
    }
    let outcome: LogoutOutcome
    do throws(OAuthError) {
      outcome = try await session.client.logout(timeout: context.patience)
    } catch {
      throw Stop(error)
    }
    for remark in outcome.remarks { context.printer.warning(remark) }
    if [.notRevoked, .unknown].contains(outcome.revocation) {
      context.printer.warning(
        "a refresh token may live on at the provider, and nothing here can end it any more",
        hints: ["end this app's access on the provider's account page, or ask its administrator"]
      )
    }
    try context.show(rendering(outcome, wasSignedIn: wasSignedIn))
    // Without a way back all was done that can be: what the provider made of it nobody can tell.
    let isUntold =
      session.configuration.postLogoutRedirectUri == nil && outcome.reachedProvider
      && [.revoked, .nothingToRevoke, .accessTokenRevoked].contains(outcome.revocation)
    return outcome.remarks.isEmpty || isUntold && outcome.remarks.count == 1 ? .done : .partial
  }

  private static func isWaitingForKey(_ store: SealedSessionStore) async throws(Stop) -> Bool {
    do throws(StoreFailure) {
      return try await store.awaitsKey()
    } catch {
      throw Stop(.partial, error.description)
    }
  }

  private static func words(for revocation: TokenRevocation) -> String {
    switch revocation {
    case .revoked: "revoked (accepted by the provider)"
    case .nothingToRevoke: "no refresh token to revoke"
    case .accessTokenRevoked: "none; the access token is revoked (accepted by the provider)"
    case .accessTokenNotRevoked: "none; the access token is not revoked and lives until it expires"
    case .notRevoked: "not revoked"
    case .unknown: "revoked, but a newer one may live on at the provider"
    }
  }

  private static func rendering(_ outcome: LogoutOutcome, wasSignedIn: Bool) -> Rendering {
    Rendering(
      text: { _ in
        guard wasSignedIn else { return "nobody was signed in\n" }
        let revoked = words(for: outcome.revocation)
        let ended = outcome.sessionEnded ? "ended" : "not known to have ended"
        return """
          signed out here: the stored session is gone
            refresh token       \(revoked)
            provider's session  \(ended)

          """
      },
      json: {
        .object([
          ("schema", "appauth-migrate/logout/1"),
          ("was_signed_in", .bool(wasSignedIn)),
          ("token_revoked", .bool(outcome.tokenRevoked)),
          ("revocation", .string(outcome.revocation.rawValue)),
          ("session_ended", .bool(outcome.sessionEnded)),
          ("remarks", .array(outcome.remarks.map { .string($0) })),
        ])
      }
    )
  }
}
