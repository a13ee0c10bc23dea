import Database
import LegacyState
import POSIX
import Secrets
import TestSupport

/// A database made by SQLite itself in a folder of its own.
struct MadeDatabase {
  let folder: TemporaryFolder
  let connection: Connection
  var path: Path { folder.path.appending("a.db") }

  /// Makes it; pragmas that decide about the file come first.
  init(_ pragmas: String = "", log: Bool = false) throws {
    folder = try TemporaryFolder()
    var options = Connection.Options()
    options.writeAheadLog = false
    connection = try Connection(path: folder.path.appending("a.db"), options: options)
    try connection.runScript("PRAGMA secure_delete = OFF; \(pragmas)")
    if log {
      try connection.runScript("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
    }
  }

  func scan(limits: ScanLimits = ScanLimits()) -> Scanned {
    Scanned(.path(path.text), limits: limits)
  }

  func read(_ name: Path) throws -> [UInt8] {
    try folder.directory.openFile(name).readAll(limit: 1 << 24).array
  }

  /// The text of a state, longer than one page if asked for.
  static func state(_ token: String, padding: Int = 0) -> String {
    let scope = String(repeating: "s", count: padding)
    return """
      {"refreshToken":"\(token)-0123456789abcdef","scope":"\(scope)",\
      "mLastTokenResponse":{"request":{"clientId":"client"},"access_token":"at-\(token)-0123456789"}}
      """
  }

  static func refresh(_ token: String) -> String {
    SecretBytes(copying: "\(token)-0123456789abcdef".utf8).fingerprint.hex
  }
}

extension Scanned {
  /// The digests of the live refresh tokens.
  var refreshTokens: [String] { states.compactMap { $0.refreshToken?.secret.fingerprint.hex } }
  /// Those of rows.
  var live: [LegacyAuthState] { states.filter { $0.format != .carved } }
  /// Those of deleted rows.
  var residue: [LegacyAuthState] { states.filter { $0.format == .carved } }
}
