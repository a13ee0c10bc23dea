import JSON
import OAuthClient
import Terminal

/// Signs out: here always, at the provider as far as it plays along.
enum LogoutCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    let wasSignedIn = await session.client.summary != nil
    let outcome: LogoutOutcome
    do throws(OAuthError) {
      outcome = try await session.client.logout(timeout: context.patience)
    } catch {
      throw Stop(error)
    }
    for remark in outcome.remarks { context.printer.warning(remark) }
    try context.show(rendering(outcome, wasSignedIn: wasSignedIn))
    return outcome.remarks.isEmpty ? .done : .partial
  }

  private static func rendering(_ outcome: LogoutOutcome, wasSignedIn: Bool) -> Rendering {
    Rendering(
      text: { _ in
        guard wasSignedIn else { return "nobody was signed in\n" }
        let revoked = outcome.tokenRevoked ? "revoked (accepted by the provider)" : "not revoked"
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
          ("session_ended", .bool(outcome.sessionEnded)),
          ("remarks", .array(outcome.remarks.map { .string($0) })),
        ])
      }
    )
  }
}
