import Archive
import Crypto
import Database
import HTTP
import JSON
import Loopback
import Terminal

/// Prints the version; with --verbose also what it was built with and runs on, for a bug report.
enum VersionCommand: ImmediateCommand {
  static func run(_ context: Context) throws(Stop) -> ExitCode {
    // Asked for only on demand: naming libcurl's version loads it.
    let parts = context.command.has(.verbose) ? self.parts : []
    let isQuiet = context.command.has(.quiet)
    try context.show(
      Rendering(
        text: { _ in
          var text = (isQuiet ? "" : Table.standard.program + " ") + Version.current + "\n"
          // Not joined(): it looks a type up by its name, which takes longer than the rest of this command.
          for part in parts {
            text += DisplayWidth.pad(part.name, to: 14) + " " + (part.version ?? "not installed")
            text += "\n"
          }
          return text
        },
        json: {
          var members: [(String, JSONNode)] = [
            ("schema", "appauth-migrate/version/1"), ("version", .string(Version.current)),
          ]
          let versions = parts.map { ($0.name, $0.version.map { JSONNode.string($0) } ?? .null) }
          if !parts.isEmpty { members.append(("parts", .object(versions))) }
          return .object(members)
        }
      )
    )
    return .done
  }

  private static var parts: [(name: String, version: String?)] {
    [
      ("Swift", swift),
      ("OpenSSL", CryptoLibrary.version),
      ("SQLite", DatabaseLibrary.version),
      ("libarchive", ArchiveSupport.version),
      ("libcurl", HTTPLibrary.version),
      ("libmicrohttpd", LoopbackLibrary.version),
    ]
  }

  private static var swift: String {
    #if compiler(>=6.4)
    "6.4 or later"
    #elseif compiler(>=6.3)
    "6.3"
    #else
    "6.2"
    #endif
  }
}
