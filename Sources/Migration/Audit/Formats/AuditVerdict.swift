/// How an audit ended, for the formats that people read.
struct AuditVerdict {
  /// `Failed`.
  let head: String
  /// Why, without a full stop.
  let words: String

  init(_ contents: AuditContents, _ threshold: Severity) {
    if contents.reaches(threshold) {
      (head, words) = ("Failed", "findings of severity \(threshold.rawValue) or worse")
    } else if contents.comparison?.verdict == .failed {
      (head, words) = ("Failed", "compared with the earlier audit")
    } else if !contents.isComplete {
      (head, words) = ("Not proven", "not everything could be read, or a demand is not met")
    } else if contents.comparison?.verdict == .notProven {
      (head, words) = ("Not proven", "compared with the earlier audit")
    } else {
      (head, words) = ("Passed", "nothing of severity \(threshold.rawValue) or worse")
    }
  }
}
