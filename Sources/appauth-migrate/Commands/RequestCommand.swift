import JSON
import OAuthClient
import POSIX
import Secrets
import Terminal

/// Sends one request with the session's access token, and shows what was answered.
enum RequestCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let request = try ResourceRequest(context)
    let session = try await SessionContext(context)
    let calls: AuthenticatedSession
    do throws(OAuthError) { calls = try session.client.authenticatedSession() } catch {
      throw Stop(error)
    }
    let answer = try await context.refreshing(session, isCancellable: true) {
      _ throws(OAuthError) in
      try await calls.data(for: request)
    }
    try context.show(rendering(answer, context))
    guard (200..<300).contains(answer.status) else {
      context.printer.warning("the resource answered \(answer.status)", hints: hints(answer))
      return .findings
    }
    return .done
  }

  private static func hints(_ answer: ResourceResponse) -> [String] {
    switch answer.status {
    case 300..<400: ["a redirect is not followed: ask for the address that it names yourself"]
    case 401: ["the token was renewed and refused again: does the resource take tokens of yours?"]
    default: []
    }
  }

  private static func rendering(_ answer: ResourceResponse, _ context: Context) -> Rendering {
    let hasHead = context.command.has(.showHeaders)
    // On a terminal the text could steer it; whoever pipes it gets the bytes.
    let isShown = context.printer.isResultShown && context.path(.output) == nil
    return Rendering(stream: { (format, _, output) throws(FileFailure) in
      guard format != "json" else {
        return try output(document(answer).encoded(pretty: true) + [UInt8(ascii: "\n")])
      }
      if hasHead { try output(Array(head(answer).utf8)) }
      try output(isShown ? harmless(answer.body) : answer.body)
    })
  }

  private static func head(_ answer: ResourceResponse) -> String {
    let lines = answer.headers.map { Neutral.text("\($0.name): \($0.value)", limit: 8192) }
    return (["\(answer.status)"] + lines + [""]).map { "\($0)\n" }.joined()
  }

  /// Line by line as a terminal may see it, with a line end.
  private static func harmless(_ body: [UInt8]) -> [UInt8] {
    guard !body.isEmpty else { return [] }
    let text = String(decoding: body, as: UTF8.self).replacing("\r\n", with: "\n")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      Neutral.text(String(line.replacing("\t", with: "  ")), limit: .max)
    }
    let shown = lines.joined(separator: "\n")
    return Array(shown.utf8) + (shown.hasSuffix("\n") ? [] : [UInt8(ascii: "\n")])
  }

  /// The answer for programs, schema `appauth-migrate/response/1`.
  private static func document(_ answer: ResourceResponse) -> JSONNode {
    let text = String(validating: answer.body, as: UTF8.self)
    return .object([
      ("schema", "appauth-migrate/response/1"),
      ("status", .int(Int64(answer.status))),
      (
        "headers",
        .array(
          answer.headers.map { field in
            .object([("name", .string(field.name)), ("value", .string(field.value))])
          }
        )
      ),
      ("body", text.map(JSONNode.string) ?? .null),
      ("body_hex", text == nil ? .string(hexadecimal(answer.body[...])) : .null),
    ])
  }
}
