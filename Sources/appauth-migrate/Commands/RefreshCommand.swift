import OAuthClient
import Terminal

/// Renews the session now.
enum RefreshCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    let isAskedFor = context.command.has(.again)
    try await context.refreshing(session) { client throws(OAuthError) in
      try await client.refresh(sendingAgain: isAskedFor)
    }
    try context.show(await session.rendering)
    return .done
  }
}
