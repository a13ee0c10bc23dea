/// One thing that the audit judges, with everything that is to be said about it.
///
/// The id is a promise: it stands in reports, baselines and documents, and never means anything else.
public struct Rule: Sendable, Equatable {
  /// Stable: `AM101`.
  public let id: String
  /// How much a finding of it matters, unless the finding says otherwise.
  public let severity: Severity
  /// A few words, no capital, no full stop.
  public let title: String
  /// What is the case when it is found.
  public let meaning: String
  /// Why that matters.
  public let reason: String
  /// What to do about it.
  public let fix: String
  /// The command that goes on from here.
  public let next: String
  /// Where it is written.
  public let reference: String

  init(
    _ id: String,
    _ severity: Severity,
    _ title: String,
    meaning: String,
    reason: String,
    fix: String,
    next: String,
    reference: String
  ) {
    self.id = id
    self.severity = severity
    self.title = title
    self.meaning = meaning
    self.reason = reason
    self.fix = fix
    self.next = next
    self.reference = reference
  }
}
