import OAuthClient
import POSIX
import Secrets
import Terminal

/// Finishes a sign-in with the address that the browser was sent back to, where that did not reach this program.
enum HandleRedirectCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let address = try address(context)
    let session = try await SessionContext(context)
    guard await session.client.isRedirectAwaited else {
      throw Stop(.signIn, "no sign-in waits for a redirect", hints: [.next(.login)])
    }
    let (client, printer) = (session.client, context.printer)
    // The code is good for once: what came for it is kept whatever signal comes meanwhile.
    let result = await context.interruptible { () async -> Result<Bool, OAuthError> in
      do throws(OAuthError) { return .success(try await client.handleRedirect(address)) } catch {
        return .failure(error)
      }
    }.result
    switch result {
    case .failure(let error): throw Stop(error)
    case .success(false):
      throw Stop(
        .usage,
        "that is not the address that the sign-in waits for; it goes on waiting",
        hints: [
          "give the whole address as the browser shows it, from its scheme to its end, of the newest sign-in"
        ]
      )
    case .success(true):
      printer.detail("the redirect was the one that was waited for")
      try context.show(await session.rendering)
      return .done
    }
  }

  /// The longest address that is read.
  private static let longest = 16 * 1024

  /// The whole address: from standard input, the terminal, or the command line.
  private static func address(_ context: Context) throws(Stop) -> String {
    guard let word = context.command.arguments.first else { return try asked() }
    guard word.bytes == [UInt8(ascii: "-")] else {
      context.printer.warning(
        "the address stands in the arguments, which every user of this machine can see; the code in it is of no use to others without what lies in your store",
        hints: ["next time give - and the address on standard input, or nothing, to be asked"]
      )
      return word.text
    }
    let line: SecretBytes?
    do throws(FileFailure) {
      line = try StandardStreams.readLine(limit: longest)
    } catch {
      throw Stop(.usage, error.description)
    }
    return trimmed(line?.withBytes { bytes in bytes.indices.map { bytes[$0] } } ?? [])
  }

  private static func asked() throws(Stop) -> String {
    do throws(FileFailure) {
      let terminal = try ControllingTerminal()
      try terminal.write("paste the whole address that the browser was sent to: ")
      return trimmed(Array((try terminal.readLine(limit: longest) ?? "").utf8))
    } catch {
      throw Stop(
        .usage,
        "cannot ask for the address: there is no terminal",
        hints: ["give it on standard input: appauth-migrate handle-redirect -"]
      )
    }
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let start = bytes.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start.startIndex
    return String(decoding: start[..<end], as: UTF8.self)
  }
}
