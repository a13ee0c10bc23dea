import LegacyState
import POSIX
import Secrets
import Terminal

/// What a command is to look at.
enum AuditInputs {
  /// The paths of the command line; `-` is standard input, read whole.
  static func inputs(_ context: Context, limit: Int) throws(Stop) -> [LegacyScanner.Input] {
    var inputs: [LegacyScanner.Input] = []
    for path in context.paths {
      guard !path.bytes.isEmpty else {
        throw Stop(
          .usage,
          "a path is empty: there is nothing of no name",
          hints: ["a variable without a value in a script? write . for the folder you are in"]
        )
      }
      guard path.bytes == [UInt8(ascii: "-")] else {
        inputs.append(.bytesOfPath(path.bytes))
        continue
      }
      let bytes: SecretBytes
      do {
        bytes = try StandardStreams.readInput(limit: limit)
      } catch {
        throw Stop(
          .partial,
          error.description,
          hints: ["save it to a file, and audit the file: a file is read piece by piece"]
        )
      }
      guard bytes.count > 0 else {
        throw Stop(
          .partial,
          "nothing came by standard input: what was to be audited did not arrive",
          hints: ["look at what the command before the pipe says on standard error"]
        )
      }
      inputs.append(.document(bytes, name: "-"))
    }
    return inputs
  }
}
