package import JSON
internal import Secrets

/// What a run came to.
public struct RevocationReport: Sendable {
  /// The tokens that are decided, in the order of the targets.
  public let results: [RevocationResult]
  /// Those that had no turn; the next run takes them up.
  public let waiting: [RevocationTarget]
  /// Why not all had their turn.
  public let stop: RevocationStop?
  /// Whether an acceptance without proof counts as unfinished.
  public let requiresVerified: Bool

  /// How a run ends; the raw values are the command's exit codes.
  public enum Ending: Int32, Sendable {
    /// Everything is revoked, or accepted.
    case done = 0
    /// Something is refused, alive, or not proven though it must be.
    case partial = 3
    /// The provider did not decide everything: worth repeating.
    case unavailable = 4
  }

  /// How many tokens ended so.
  ///
  /// - Parameter outcome: Which outcome.
  /// - Returns: The number.
  public func count(_ outcome: RevocationOutcome) -> Int {
    results.count { $0.outcome == outcome }
  }

  /// How the run ends; what can be mended by repeating it speaks first.
  public var ending: Ending {
    switch stop {
    case .askedToWait, .unavailable: return .unavailable
    case .ledger, .cancelled: return .partial
    case nil: break
    }
    if count(.inDoubt) > 0 { return .unavailable }
    let isDone = results.allSatisfy { result in
      result.outcome.isRevoked && !(requiresVerified && !result.outcome.isProven)
    }
    return isDone && waiting.isEmpty ? .done : .partial
  }

  /// When to run again, if the provider said; seconds since 1970.
  public var retryAt: Double? {
    if case .askedToWait(let until) = stop { return until }
    return nil
  }

  /// Whether there is an acceptance without proof, of which the user must be told.
  public var isUnproven: Bool { count(.accepted) > 0 }

  /// The part of a report about revocations.
  ///
  /// - Returns: An object, without tokens.
  package func json() -> JSONNode {
    let counts = RevocationOutcome.allCases.map { outcome in
      (outcome.rawValue, JSONNode.int(Int64(count(outcome))))
    }
    return .object([
      ("tokens", .array(results.map { $0.json() })),
      ("waiting", .array(waiting.map { .string($0.fingerprint.hex) })),
      ("stopped", stop.map { .string($0.description) } ?? .null),
      ("retry_at", retryAt.map { .string(Timestamp.seconds($0)) } ?? .null),
      ("summary", .object(counts + [("waiting", .int(Int64(waiting.count)))])),
    ])
  }
}
