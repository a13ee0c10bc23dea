/// The figures of an audit.
public struct AuditSummary: Sendable, Hashable {
  /// Files looked at.
  public internal(set) var files = 0
  /// Bytes in them.
  public internal(set) var bytes = 0
  /// States found.
  public internal(set) var states = 0
  /// Different credentials: a token in three places is one.
  public internal(set) var credentials = 0
  /// Different refresh tokens, older ones included.
  public internal(set) var refreshTokens = 0
  /// How many states each library left.
  public internal(set) var byLibrary: [String: Int] = [:]
  /// How many findings there are of each severity.
  public internal(set) var bySeverity: [Severity: Int] = [:]
  /// What was not looked at because nobody asked for it; nil if everything was asked for.
  public internal(set) var leftOut: LeftOut?
  /// States with tokens of which neither they nor the map say whose they are; nil without a map.
  public internal(set) var unmatched: Int?
  /// How long it took.
  public internal(set) var duration: Duration = .zero

  init() {}
}

/// How far an audit has come, over all inputs.
public struct AuditProgress: Sendable, Hashable {
  /// Files looked at.
  public let files: Int
  /// Bytes in them.
  public let bytes: Int
  /// States found.
  public let states: Int
}
