import OAuthClient
import POSIX
import Secrets
import Terminal

extension ResourceRequest {
  /// The most bytes of a body that are read.
  private static let longestBody = 64 << 20

  /// What the command line asks for; nothing is sent yet.
  ///
  /// - Parameter context: Its URL, --request, --header and --data.
  /// - Throws: ``ExitCode/usage`` for what cannot be a request.
  init(_ context: Context) throws(Stop) {
    let body = try Self.body(context)
    self.init(
      method: context.command.string(.request) ?? (body == nil ? "GET" : "POST"),
      url: context.command.arguments.first?.text ?? "",
      headers: try Self.headers(context),
      body: body
    )
  }

  private static func headers(_ context: Context) throws(Stop) -> [HeaderField] {
    var fields: [HeaderField] = []
    for line in context.command.strings(.header) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw Stop(
          .usage,
          "a --header has no colon in it",
          hints: ["write it as a name, a colon and a value: --header 'Accept: application/json'"]
        )
      }
      fields.append(HeaderField(String(parts[0]), String(parts[1].drop { $0 == " " })))
    }
    return fields
  }

  private static func body(_ context: Context) throws(Stop) -> [UInt8]? {
    guard let path = context.path(.data) else { return nil }
    let content: SecretBytes
    do throws(FileFailure) {
      content =
        path.bytes == [UInt8(ascii: "-")]
        ? try StandardStreams.readInput(limit: longestBody)
        : try File.open(path).readAll(limit: longestBody)
    } catch {
      throw Stop(
        .usage,
        "--data: \(error.description)",
        hints: ["it names a file; text goes to standard input: --data -"]
      )
    }
    return content.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}
