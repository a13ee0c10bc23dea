import POSIX
import Terminal

/// A file that is written once for somebody to fill in, and never over one that was.
enum Skeleton {
  /// The file that a flag names; nil without it.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - context: The command line.
  /// - Returns: The file.
  /// - Throws: If it could not be written, or is there already.
  static func file(_ flag: Flag, _ context: Context) throws(Stop) -> OutputFile? {
    guard let word = context.command.word(flag) else { return nil }
    let file = OutputFile(word, replaces: false)
    guard !file.isStandardOutput else {
      throw Stop(.usage, "--\(flag.rawValue) wants the name of a file, not -")
    }
    do {
      try file.check()
    } catch {
      throw Stop(
        .usage,
        error.description,
        hints: ["--\(flag.rawValue) writes over nothing: name a new file"]
      )
    }
    return file
  }

  /// Writes it.
  ///
  /// - Parameters:
  ///   - file: From ``file(_:_:)``.
  ///   - printer: Says that it is there.
  ///   - what: What to do with it.
  ///   - content: Gives the bytes piece by piece.
  /// - Throws: If the system refuses.
  static func write(
    _ file: OutputFile,
    _ printer: Printer,
    _ what: String,
    _ content: (@escaping ([UInt8]) throws(FileFailure) -> Void) throws(FileFailure) -> Void
  ) throws(Stop) {
    do {
      try file.write(content)
    } catch {
      throw Stop(.partial, error.description)
    }
    printer.remark("wrote \(file.path.shown): \(what)")
  }
}
