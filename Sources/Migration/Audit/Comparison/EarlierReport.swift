import JSON
import LegacyState
package import POSIX
import Secrets

/// The report of an earlier audit, as far as a comparison needs it.
///
/// It comes from a file that anybody may have written: it is bounded, and nothing of it is believed that does not
/// hold together.
package struct EarlierReport: Sendable {
  /// What it must call itself.
  static let schema = "appauth-migrate/audit/1"
  /// About fifty thousand states.
  private static let limit = 128 << 20

  struct Credential: Sendable {
    let token: TokenRow
    let app: String?
    let state: String
  }

  /// What was looked at.
  struct Place: Sendable, Hashable {
    /// Nil for files of no app.
    let app: String?
    let place: String
    /// In how many folders of the app; none where only files were named.
    let folders: Int
  }

  let path: String
  let startedAt: String
  let states: Int
  /// Each once, in the order of the report.
  let credentials: [Credential]
  /// By what tells them apart.
  let numbers: [TokenKey: Int]
  let include: [String]
  let exclude: [String]
  /// What was read of each app, and of files of no app.
  let read: [Place]

  /// Reads a report.
  ///
  /// - Parameter path: The file.
  /// - Throws: If it is no complete report of an audit.
  package init(reading path: Path) throws(EarlierReportRefusal) {
    let root = try Self.root(of: path)
    guard let schema = root["schema"]?.string(), schema == Self.schema else {
      throw EarlierReportRefusal(.otherSchema(root["schema"]?.string()), path)
    }
    guard let isComplete = root["complete"]?.bool() else {
      throw EarlierReportRefusal(.malformed("complete"), path)
    }
    guard isComplete else { throw EarlierReportRefusal(.incomplete, path) }
    do throws(Malformed) {
      try self.init(root, path: ShownPath.text(path))
    } catch {
      throw EarlierReportRefusal(.malformed(error.place), path)
    }
  }

  private static func root(of path: Path) throws(EarlierReportRefusal) -> JSONValue {
    let file: File
    let kind: FileKind
    let bytes: SecretBytes
    do throws(FileFailure) {
      file = try File.open(path)
      kind = try file.status().kind
    } catch {
      throw EarlierReportRefusal(.unreadable("\(error)"), path)
    }
    guard kind == .regular else { throw EarlierReportRefusal(.notAFile(kind.rawValue), path) }
    do throws(FileFailure) {
      bytes = try file.readAll(limit: limit)
    } catch {
      if case .tooLarge(let limit) = error.reason {
        throw EarlierReportRefusal(.tooLarge(limit: limit), path)
      }
      throw EarlierReportRefusal(.unreadable("\(error)"), path)
    }
    var dialect = JSONDialect.strict
    dialect.maximumNodes = 16_000_000
    do throws(JSONFailure) {
      return try JSONDocument(parsing: bytes, dialect: dialect).root
    } catch {
      throw EarlierReportRefusal(.notJSON("\(error)"), path)
    }
  }

  private struct Malformed: Error {
    let place: String
  }

  private init(_ root: JSONValue, path: String) throws(Malformed) {
    guard let startedAt = root["started_at"]?.string() else {
      throw Malformed(place: "started_at")
    }
    guard let list = root["states"], list.kind == .array else { throw Malformed(place: "states") }
    guard let coverage = root["coverage"], coverage.kind == .array else {
      throw Malformed(place: "coverage")
    }
    var states = 0
    var credentials: [Credential] = []
    var numbers: [TokenKey: Int] = [:]
    for state in list.eachElement {
      let place = "states[\(states)]"
      states += 1
      guard let id = state["id"]?.string() else { throw Malformed(place: "\(place).id") }
      guard let tokens = state["tokens"], let rows = TokenRow.rows(reading: tokens) else {
        throw Malformed(place: "\(place).tokens")
      }
      for token in rows.credentials {
        guard let key = token.key, numbers[key] == nil else { continue }
        numbers[key] = credentials.count
        credentials.append(Credential(token: token, app: state["app"]?.string(), state: id))
      }
    }
    // A report that was cut by hand must not pass for one of fewer states.
    guard let stated = root["summary"]?["states"]?.int(), stated == states else {
      throw Malformed(place: "summary.states")
    }
    let leftOut = root["summary"]?["left_out"]
    self.path = path
    self.startedAt = startedAt
    self.states = states
    self.credentials = credentials
    self.numbers = numbers
    include = leftOut?["include"]?.stringArray() ?? []
    exclude = leftOut?["exclude"]?.stringArray() ?? []
    var read: [Place] = []
    var isAnythingLookedAt = false
    for entry in coverage.eachElement {
      guard let place = entry["place"]?.string(), let status = entry["status"]?.string() else {
        throw Malformed(place: "coverage")
      }
      if status != CoverageEntry.Status.absent.rawValue { isAnythingLookedAt = true }
      let isRead = status == CoverageEntry.Status.read.rawValue
      // Older versions did not count.
      let app = entry["app"]?.string()
      let stated = entry["folders"]?.int().map { Int(clamping: $0) }
      let folders = stated ?? (isRead && app != nil ? 1 : 0)
      guard isRead || folders > 0 else { continue }
      read.append(Place(app: app, place: place, folders: folders))
    }
    // Whatever was found was found somewhere.
    guard isAnythingLookedAt else { throw Malformed(place: "coverage") }
    self.read = read
  }
}

extension TokenRow {
  /// The tokens of a state as a report has them, in the order of ``TokenEntries/rows``; nil if they are malformed.
  fileprivate static func rows(reading tokens: JSONValue) -> [TokenRow]? {
    guard tokens.kind == .object, let older = tokens["historical_refresh"], older.kind == .array
    else { return nil }
    let roles: [LegacyToken.Role] = [
      .access, .registrationAccess, .clientSecret, .id, .authorizationCode,
    ]
    var rows: [TokenRow] = []
    func add(_ value: JSONValue?, _ role: LegacyToken.Role, isOlder: Bool = false) -> Bool {
      guard let value, !value.isNull else { return value != nil }
      guard let row = TokenRow(reading: value, role, isOlder: isOlder) else { return false }
      rows.append(row)
      return true
    }
    guard add(tokens["refresh"], .refresh) else { return nil }
    for value in older.eachElement {
      guard !value.isNull, add(value, .refresh, isOlder: true) else { return nil }
    }
    for role in roles {
      guard add(tokens[role.rawValue], role) else { return nil }
    }
    return rows
  }

  private init?(reading value: JSONValue, _ role: LegacyToken.Role, isOlder: Bool) {
    guard let length = value["length"]?.int(), let length = Int(exactly: length), length >= 0
    else { return nil }
    var key: TokenKey?
    if let digest = value["sha256"], !digest.isNull {
      guard let hex = digest.string(), let fingerprint = Fingerprint(hex: hex) else { return nil }
      key = TokenKey(fingerprint)
    }
    self.init(
      role: role,
      isOlder: isOlder,
      key: key,
      length: length,
      kind: value["kind"]?.string() == LegacyToken.Kind.jwt.rawValue ? .jwt : .opaque
    )
  }
}
