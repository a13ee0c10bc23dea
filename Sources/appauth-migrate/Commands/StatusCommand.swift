import OAuthClient
import Terminal

/// Says whether somebody is signed in, from the store alone.
enum StatusCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    let state = session.client.sessionState
    try context.show(
      .session(
        session,
        state: state,
        summary: await session.client.summary,
        ended: await session.client.endReason
      )
    )
    switch state {
    case .authenticated, .refreshing, .stepUpRequired: return .done
    default:
      context.printer.remark("next: \(context.followUp.line(.login))")
      return .signIn
    }
  }
}
