import JSON
import OAuthClient
import POSIX
import Secrets
import Terminal

/// Prints the access token: the one command that prints a secret, and only to standard output.
enum TokenCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    if let flag = [Flag.output, .report].first(where: context.command.has) {
      throw Stop(
        .usage,
        "the token goes to standard output alone, and --\(flag.rawValue) would write it elsewhere",
        hints: ["pipe it into the program that needs it, or say umask 077 and then > FILE"]
      )
    }
    guard !context.printer.isResultShown || context.command.has(.print) else {
      throw Stop(
        .usage,
        "the token is not shown on a terminal, where others may read it",
        hints: ["pipe it into the program that needs it, or say --print"]
      )
    }
    let session = try await SessionContext(context)
    let token = try await context.refreshing(session) { client throws(OAuthError) in
      try await client.accessToken()
    }
    if token.isBound {
      context.printer.warning(
        "this access token is bound to the session's key (DPoP): without a proof of that key it is refused",
        hints: [
          "let appauth-migrate request send what needs it, or sign in with --dpop off for tokens that work by themselves"
        ]
      )
    }
    context.printer.result(bytes: context.results.isForPrograms ? document(token) : token.value)
    context.printer.result("\n")
    return .done
  }

  /// The token with what belongs to it, schema `appauth-migrate/token/1`; in protected memory, as it holds the token.
  private static func document(_ token: AccessToken) -> SecretBytes {
    SecretJSON.object([
      ("schema", .string("appauth-migrate/token/1")),
      ("access_token", .secret(token.value)),
      ("token_type", .string(token.tokenType)),
      ("expires_at", token.expiresAt.map { .string(Moment.text($0)) } ?? .null),
    ]).encoded()
  }
}
