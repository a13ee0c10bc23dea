import OAuthClient
import Terminal

/// Says whether somebody is signed in, from the store alone.
enum StatusCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let session = try await SessionContext(context)
    let state = session.client.sessionState
    try context.show(await session.rendering)
    switch state {
    case .authenticated, .refreshing, .stepUpRequired: return .done
    default:
      context.printer.remark("next: \(context.followUp.line(.login))")
      if await session.client.endReason?.code == .refreshInterrupted {
        let again = context.followUp.line(.refresh, adding: ["--\(Flag.again.rawValue)"])
        context.printer.remark("or send the refresh token once more: \(again)")
      }
      return .signIn
    }
  }
}
