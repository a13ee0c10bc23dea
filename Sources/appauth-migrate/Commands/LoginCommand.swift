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
      try session.configuration.requireReceivableRedirect()
      let client = session.client
      let patience = context.patience
      // Whoever presses Ctrl-C has changed their mind: the sign-in ends as cancelled, and leaves nothing half done.
      let failure = await context.interruptible { () async -> OAuthError? in
        do throws(OAuthError) {
          try await client.login(timeout: patience)
          return nil
        } catch {
          return error
        }
      }.result
      if let failure { throw Stop(failure) }
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
