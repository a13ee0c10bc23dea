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
      // A sign-in that is begun takes its place, whatever becomes of its key.
      let isWaiting = (try? await session.store.awaitsKey()) == true
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
      if isWaiting, (try? await session.store.awaitsKey()) == false {
        context.printer.warning(
          "the session that was set aside will not come back, as this sign-in takes its place; it stays in \(session.store.shownPath), and its tokens may live on at the provider",
          hints: ["end them in the provider's console, or at your account page there"]
        )
      }
      if let failure { throw Stop(failure) }
    }
    try context.show(await session.rendering)
    return .done
  }
}
