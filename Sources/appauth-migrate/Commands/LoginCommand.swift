import OAuthClient
import Terminal

/// Signs in through the browser and keeps the session.
enum LoginCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    if session.client.sessionState == .authenticated {
      context.printer.remark(
        "already signed in; this ends the session, and then login starts another: "
          + context.followUp.line(.logout)
      )
    } else {
      do throws(OAuthError) {
        try await session.client.login(timeout: context.patience)
      } catch {
        throw Stop(error)
      }
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
