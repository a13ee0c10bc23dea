import LegacyState
import POSIX
import Terminal

/// What a command is to look at.
enum AuditInputs {
  /// The paths of the command line; `-` is standard input, read whole.
  static func inputs(_ context: Context, limit: Int) throws(Stop) -> [LegacyScanner.Input] {
    var inputs: [LegacyScanner.Input] = []
    for path in context.paths {
      guard path.bytes == [UInt8(ascii: "-")] else {
        inputs.append(.bytesOfPath(path.bytes))
        continue
      }
      do {
        inputs.append(.document(try StandardStreams.readInput(limit: limit), name: "-"))
      } catch {
        throw Stop(
          .partial,
          error.description,
          hints: ["save it to a file, and audit the file: a file is read piece by piece"]
        )
      }
    }
    return inputs
  }
}
