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
    let named = command.word(.config).map { Path(bytes: $0.bytes) }
    let path = named ?? Path(defaultName)
    return try settings(at: path, isNamed: named != nil).overridden(by: command)
  }

  /// Whether a file is read for a command: one that is named, or the one in the working folder.
  ///
  /// - Parameter command: Its --config.
  /// - Returns: Whether there is one; it need not be readable.
  package static func isUsed(by command: ParsedCommand) -> Bool {
    command.has(.config)
      || (try? Directory.status(of: Path(defaultName), followLinks: true)) != nil
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
