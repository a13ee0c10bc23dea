public import LegacyState
import POSIX
public import Secrets

/// What an audit is asked for.
public struct AuditOptions: Sendable {
  /// The version that the report names.
  public var version: String
  /// How much is read of each input.
  public var limits = ScanLimits()
  /// Whether the tokens themselves are kept in memory, for revoking and deleting in the same run.
  public var keepsTokens = true
  /// Whether the `.bak` twin of a SharedPreferences file that is named alone is looked at with it.
  package var includesTwins = false
  /// The password of encrypted backups.
  public var password: SecretBytes?
  /// Which documents are looked at.
  public var filter = PathFilter()
  /// Says whose states are that do not say it themselves.
  public var map: IssuerMap?
  /// Apps that must be in the input.
  public var expectedApps: [String] = []
  /// Places that must have been looked at, in every app.
  public var requiredPlaces: [CoveragePlace] = []
  /// How many bytes of states stay in memory until the report is written; the others go to a temporary file.
  package var bytesInMemory = StateSpool.bytesInMemory
  /// How many tokens are told apart exactly at first sight; beyond, the last passes look at more of them again.
  package var exactTokens = SeenTokens.limit
  /// Where the time comes from.
  public var clock = AuditClock()

  /// An audit without demands.
  ///
  /// - Parameter version: The version that the report names.
  public init(version: String) {
    self.version = version
  }
}

/// The time as an audit needs it.
public struct AuditClock: Sendable {
  let now: @Sendable () -> Int64
  let uptime: @Sendable () -> Duration

  /// The clock of this machine.
  public init() {
    let start = ContinuousClock.now
    self.now = { WallClock.secondsSince1970 }
    self.uptime = { ContinuousClock.now - start }
  }

  /// A clock that stands still.
  ///
  /// - Parameter secondsSince1970: In UTC; what "expired" is judged by.
  public init(standingAt secondsSince1970: Int64) {
    self.now = { secondsSince1970 }
    self.uptime = { .zero }
  }
}
