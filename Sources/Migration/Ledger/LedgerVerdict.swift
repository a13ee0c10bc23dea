public import Secrets

/// What a walk along the chain has shown.
///
/// Without a head that was kept elsewhere it shows accidents, not fraud: who may write the file can chain it anew.
public enum LedgerVerdict: Hashable, Sendable {
  /// Every row follows the one before it.
  case intact(head: Fingerprint, count: Int)
  /// The first row that does not, and why.
  case broken(sequence: Int64, reason: String)
}
