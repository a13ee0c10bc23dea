/// Why a run ended before every token had its turn.
public enum RevocationStop: Hashable, Sendable {
  /// The provider asks to wait longer than this run may; until then (seconds since 1970), if it named a time.
  case askedToWait(until: Double?)
  /// The provider gave no clear answer several times in a row.
  case unavailable
  /// The ledger could not be written, and nothing is sent without it.
  case ledger(LedgerFailure)
  /// The task was cancelled.
  case cancelled
}

extension RevocationStop: CustomStringConvertible {
  /// What happened and what to do, in one line.
  public var description: String {
    switch self {
    case .askedToWait(let until?):
      "the provider asks to wait until \(Timestamp.seconds(until)): run again after that, it goes on from here"
    case .askedToWait:
      "the provider asks to wait for very long, or for a time that cannot be read: ask its operator"
    case .unavailable: "the provider gave no clear answer several times in a row: run again later"
    case .ledger(let failure): "\(failure)"
    case .cancelled: "stopped; nothing is lost: run again to go on"
    }
  }
}
