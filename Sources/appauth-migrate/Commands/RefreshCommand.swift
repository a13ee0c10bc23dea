import OAuthClient
import Terminal

/// Renews the session now.
enum RefreshCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    try await context.refreshing(session) { client throws(OAuthError) in
      try await client.refresh()
    }
    try context.show(
      .session(
        session,
        state: session.client.sessionState,
        summary: await session.client.summary
      )
    )
    return .done
  }
}
