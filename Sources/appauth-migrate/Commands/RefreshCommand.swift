import OAuthClient
import Terminal

/// Renews the session now.
enum RefreshCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    do throws(OAuthError) {
      try await session.client.refresh()
    } catch {
      throw Stop(error)
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
