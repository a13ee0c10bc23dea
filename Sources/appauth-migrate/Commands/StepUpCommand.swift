import OAuthClient
import Terminal

/// Signs in once more as a resource asks for it, and keeps the session that is there if it does not come to that.
enum StepUpCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    try session.configuration.requireReceivableRedirect()
    let challenge = StepUpChallenge(
      acrValues: context.command.strings(.acrValues),
      maxAgeSeconds: context.command.integer(.maxAge)
    )
    let (client, patience) = (session.client, context.patience)
    let failure = await context.interruptible { () async -> OAuthError? in
      do throws(OAuthError) {
        try await client.stepUp(challenge, timeout: patience)
        return nil
      } catch {
        return error
      }
    }.result
    if let failure { throw Stop(failure) }
    try context.show(await session.rendering)
    return .done
  }
}
