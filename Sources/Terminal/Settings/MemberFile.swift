import JSON
package import POSIX
import Secrets

/// Reads a file of ours that people write by hand: JSON, bounded, every mistake with its line and column.
package enum MemberFile {
  /// More than anybody writes by hand.
  private static let limit = 16 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - schema: What it must call itself.
  ///   - names: The members that exist besides `schema`.
  /// - Returns: Its members.
  /// - Throws: If it can't be read, is something else, or has a member that does not exist.
  package static func members(
    of path: Path,
    schema: String,
    _ names: [String]
  ) throws(UsageFailure) -> SettingsMembers {
    let file: File
    let kind: FileKind
    do {
      file = try File.open(path)
      kind = try file.status().kind
    } catch {
      throw UsageFailure(.configuration, error.description)
    }
    guard kind == .regular else {
      throw UsageFailure(.configuration, "\(path.shown) is a \(kind.rawValue), not a file")
    }
    let bytes: SecretBytes
    do {
      bytes = try file.readAll(limit: limit)
    } catch {
      throw UsageFailure(.configuration, error.description)
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw UsageFailure(
        .configuration,
        "\(path.shown), line \(error.line), column \(error.column): \(error.reason.rawValue)"
      )
    }
    let members = SettingsMembers(document.root, file: path.shown, within: "")
    try members.checkNames(["schema"] + names)
    let named = try members.string("schema")
    guard named == schema else {
      let words = named.map { "it is \(Neutral.quoted($0))" } ?? "it has no schema"
      throw members.failure(members.value, "this is not \(schema): \(words)")
    }
    return members
  }
}
