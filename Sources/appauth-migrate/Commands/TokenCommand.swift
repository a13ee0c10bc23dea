import OAuthClient
import POSIX
import Secrets
import Terminal

/// Prints the access token: the one command that prints a secret, and only to standard output.
enum TokenCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    guard !context.printer.isResultShown || context.command.has(.print) else {
      throw Stop(
        .usage,
        "the token is not shown on a terminal, where others may read it",
        hints: ["pipe it into the program that needs it, or say --print"]
      )
    }
    let session = try await SessionContext(context)
    let token: AccessToken
    do throws(OAuthError) {
      token = try await session.client.accessToken()
    } catch {
      throw Stop(error)
    }
    context.printer.result(bytes: token.value)
    context.printer.result("\n")
    return .done
  }
}
