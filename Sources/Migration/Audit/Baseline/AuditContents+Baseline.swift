import JSON
import LegacyState
package import POSIX

extension AuditContents {
  /// Takes the accepted states' findings out of what the audit fails for; they stay in the report, and say so.
  ///
  /// - Parameter baseline: What is accepted.
  /// - Throws: If the states' own file cannot be read.
  package mutating func accept(_ baseline: Baseline) throws(FileFailure) {
    let today = CalendarTime(utc: startedAt).date
    var numbers: [String: Int] = [:]
    for (number, entry) in baseline.entries.enumerated() { numbers[entry.state] = number }
    var results = [BaselineOutcome.Result](repeating: .unmatched, count: baseline.entries.count)
    var counts: [Severity: Int] = [:]
    try forEachState { (record, findings) in
      guard let number = numbers[record.core.id] else { return }
      let entry = baseline.entries[number]
      let result: BaselineOutcome.Result
      if entry.fingerprint != record.core.fingerprint {
        result = .otherCredential
      } else if entry.acceptance.until < today {
        result = .expired
      } else if record.core.tokens.contains(where: { $0.role == .refresh }),
        !baseline.acceptsLiveCredentials
      {
        result = .liveCredential
      } else {
        result = .accepted
        for finding in findings { counts[finding.severity, default: 0] += 1 }
      }
      results[number] = result
    }
    var accepted: [String: Acceptance] = [:]
    for (entry, result) in zip(baseline.entries, results) where result == .accepted {
      accepted[entry.state] = entry.acceptance
    }
    self.baseline = BaselineOutcome(
      path: baseline.path,
      entries: zip(baseline.entries, results).map {
        BaselineOutcome.Entry(state: $0.state, acceptance: $0.acceptance, result: $1)
      },
      accepted: accepted,
      findings: counts
    )
  }

  /// Writes a first baseline: the states that the audit fails for, with nobody yet to answer for them.
  ///
  /// - Parameters:
  ///   - threshold: The least severity that counts.
  ///   - output: Gets the bytes piece by piece.
  /// - Throws: What `output` throws, or that the states' own file cannot be read.
  package func writeBaseline(
    _ threshold: Severity,
    to output: @escaping ([UInt8]) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    let until = CalendarTime(utc: startedAt + 90 * 86_400).date
    let sink = ReportSink(output)
    try sink.write("{\n  \"schema\": \"\(Baseline.schema)\",\n  \"accepted\": [")
    var separator = "\n    "
    try forEachState { (record, findings) throws(FileFailure) in
      guard findings.contains(where: { $0.severity >= threshold }) else { return }
      let entry = JSONNode.object([
        ("state", .string(record.core.id)), ("fingerprint", .optional(record.core.fingerprint)),
        ("place", .string(record.row.place)), ("reason", ""), ("owner", ""),
        ("until", .string(until)),
      ])
      try sink.write(separator)
      try sink.write(entry.encoded(pretty: true, level: 2))
      separator = ",\n    "
    }
    try sink.write(separator == "\n    " ? "]\n}\n" : "\n  ]\n}\n")
    try sink.flush()
  }
}

extension StateCore {
  /// Of the weightiest token that has a digest.
  fileprivate var fingerprint: String? { tokens.lazy.compactMap(\.key).first?.short }
}
