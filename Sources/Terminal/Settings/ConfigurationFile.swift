import POSIX
import Secrets

/// Finds and reads the configuration file.
package enum ConfigurationFile {
  /// The name that is looked for in the working folder.
  package static let defaultName = "appauth-migrate.json"
  /// More than any client needs.
  private static let limit = 1 << 20

  /// What holds for a command: the file, and the flags over it.
  ///
  /// - Parameter command: Its --config and client flags.
  /// - Returns: The settings; those of the flags alone if there is no file and none was named.
  /// - Throws: If a named file is missing, the file can't be read, or something in it is wrong.
  package static func settings(for command: ParsedCommand) throws(UsageFailure) -> Settings {
    if let named = command.word(.config) {
      return try settings(at: Path(bytes: named.bytes), isNamed: true).overridden(by: command)
    }
    let path = Path(defaultName)
    try refuseForeign(path, reading: command.arguments.map { Path(bytes: $0.bytes) })
    return try settings(at: path, isNamed: false).overridden(by: command)
  }

  /// Whether a file is read for a command: one that is named, or the one in the working folder.
  ///
  /// - Parameter command: Its --config.
  /// - Returns: Whether there is one; it need not be readable.
  package static func isUsed(by command: ParsedCommand) -> Bool {
    command.has(.config)
      || (try? Directory.status(of: Path(defaultName), followLinks: true)) != nil
  }

  /// A file that nobody named decides where tokens go: it has to be the user's own, and no part of what is looked at.
  ///
  /// - Parameters:
  ///   - path: The file in the working folder.
  ///   - inputs: The paths on the command line.
  /// - Throws: If it may be somebody else's.
  private static func refuseForeign(_ path: Path, reading inputs: [Path]) throws(UsageFailure) {
    guard let status = try? Directory.status(of: path) else { return }
    let reason: String
    if status.kind == .symlink {
      reason = "is a symbolic link"
    } else if !status.isOwnedByUs {
      reason = "belongs to another user"
    } else if status.mode & 0o002 != 0 {
      reason = "can be written by everybody"
    } else if inputs.contains(where: { isBelow(path, $0) }) {
      reason = "lies in what the command looks at, so it may have come with it"
    } else {
      return
    }
    throw UsageFailure(
      .configuration,
      "./\(defaultName) \(reason), and it says where tokens go",
      hints: ["if it is yours, name it: --config ./\(defaultName)", "or start from another folder"]
    )
  }

  private static func isBelow(_ path: Path, _ folder: Path) -> Bool {
    func whole(_ path: Path) -> [UInt8] {
      // A folder that is named through a link is the folder.
      ((try? path.appending(".").canonical) ?? (try? path.canonical) ?? (try? path.absolute) ?? path)
        .bytes
    }
    let (inner, outer) = (whole(path), whole(folder))
    let slash = UInt8(ascii: "/")
    return inner == outer || inner.starts(with: outer.last == slash ? outer : outer + [slash])
  }

  private static func settings(at path: Path, isNamed: Bool) throws(UsageFailure) -> Settings {
    let bytes: SecretBytes
    do {
      bytes = try File.open(path).readAll(limit: limit)
    } catch {
      if error.isNotFound && !isNamed { return Settings() }
      throw UsageFailure(.configuration, error.description)
    }
    return try SettingsReader(file: path.text).settings(parsing: bytes)
  }
}
