package import JSON
public import OAuthClient
internal import Providers

/// One check with its verdict.
public struct PreflightResult: Sendable {
  /// The check's stable word.
  public let id: String
  /// A few words for people.
  public let title: String
  /// Where it is written that it has to be so.
  public let source: String
  /// How it came out.
  public let verdict: PreflightVerdict
  /// What to change; nil where nothing is wrong.
  public let fix: String?

  init(_ check: any PreflightCheck, _ verdict: PreflightVerdict) {
    self.id = check.id
    self.title = check.title
    self.source = check.source
    self.verdict = verdict
    let isWrong = verdict.result == .fail || verdict.result == .warn
    self.fix = isWrong ? verdict.fix ?? check.fix : nil
  }

  /// How it came out.
  public var result: PreflightVerdict.Result { verdict.result }

  /// For reports.
  ///
  /// - Returns: An object.
  package func json() -> JSONNode {
    let evidence = verdict.evidence.map { evidence in
      JSONNode.object([
        ("asked", .string(evidence.asked)),
        ("status", evidence.status.map { .int(Int64($0)) } ?? .null),
        ("answered", .string(evidence.answered)),
      ])
    }
    return .object([
      ("id", .string(id)), ("title", .string(title)), ("result", .string(result.rawValue)),
      ("text", .string(verdict.text)), ("evidence", .array(evidence)), ("source", .string(source)),
      ("fix", fix.map { .string($0) } ?? .null),
    ])
  }
}

/// What the checks found.
public struct PreflightReport: Sendable {
  /// The schema of ``json(version:)``.
  public static let schema = "appauth-migrate/preflight/1"

  /// The issuer as configured.
  public let issuer: String
  /// The client.
  public let clientID: String?
  /// The provider's product, as far as it is known: a stable word.
  public let providerID: String
  /// The product's name for people.
  public let providerName: String
  /// The checks, in a fixed order.
  public let checks: [PreflightResult]
  /// When it began, in seconds since 1970.
  public let startedAt: Double
  /// How long it took.
  public let seconds: Double
  /// Why the provider could not be asked for all of it; nil if it could.
  public let unavailability: RecoverableFailure?

  init(facts: PreflightFacts, checks: [PreflightResult], startedAt: Double, seconds: Double) {
    self.issuer = facts.subject.expectedIssuer
    self.clientID = facts.subject.clientID
    self.providerID = facts.profile.id
    self.providerName = facts.profile.name
    self.checks = checks
    self.startedAt = startedAt
    self.seconds = seconds
    self.unavailability = facts.unavailability
  }

  /// How a run ends; the raw values are the command's exit codes.
  public enum Ending: Int32, Sendable {
    /// No check failed.
    case done = 0
    /// A check failed.
    case findings = 1
    /// The provider could not be asked: worth repeating.
    case unavailable = 4
  }

  /// How the run ends: a failed check speaks whatever else went wrong.
  public var ending: Ending {
    if count(.fail) > 0 { return .findings }
    return isUnavailable ? .unavailable : .done
  }

  /// Whether the provider could not be asked for all of it.
  public var isUnavailable: Bool { unavailability != nil }

  /// When to run again, if the provider said; seconds since 1970.
  public var retryAt: Double? {
    guard let wait = unavailability?.retryAfter else { return nil }
    // Never shortened.
    return (startedAt + seconds + Double(wait.components.seconds)).rounded(.up)
  }

  /// How many checks came out so.
  ///
  /// - Parameter result: Which result.
  /// - Returns: The number.
  public func count(_ result: PreflightVerdict.Result) -> Int {
    checks.count { $0.result == result }
  }

  /// The report, as the schema has it.
  ///
  /// - Parameter version: The version of the tool.
  /// - Returns: An object.
  package func json(version: String) -> JSONNode {
    let counts = PreflightVerdict.Result.allCases.map { result in
      (result.rawValue, JSONNode.int(Int64(count(result))))
    }
    return .object([
      ("schema", .string(Self.schema)),
      ("tool", .object([("name", "appauth-migrate"), ("version", .string(version))])),
      ("started_at", .string(Timestamp.seconds(startedAt.rounded(.down)))),
      ("issuer", .string(shown(issuer))),
      ("client_id", clientID.map { .string(shown($0)) } ?? .null),
      (
        "provider",
        .object([("id", .string(providerID)), ("name", .string(providerName))])
      ),
      ("complete", .bool(!isUnavailable)),
      ("retry_at", retryAt.map { .string(Timestamp.seconds($0)) } ?? .null),
      ("checks", .array(checks.map { $0.json() })),
      ("summary", .object(counts + [("seconds", .double(Self.rounded(seconds)))])),
    ])
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
