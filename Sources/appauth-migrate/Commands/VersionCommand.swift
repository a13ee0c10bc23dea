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
          let name = isQuiet ? "" : Table.standard.program + " "
          let lines = parts.map {
            DisplayWidth.pad($0.name, to: 14) + " " + ($0.version ?? "not installed")
          }
          return ([name + Version.current] + lines).map { $0 + "\n" }.joined()
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
