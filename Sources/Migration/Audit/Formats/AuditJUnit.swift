import POSIX

/// What a CI server shows as tests: a finding from the threshold on is a failure, what could not be read an error, a
/// place that was not in the input is skipped.
enum AuditJUnit {
  static func write(
    _ contents: AuditContents,
    _ threshold: Severity,
    to sink: ReportSink
  ) throws(FileFailure) {
    let all = contents.rules.reduce(0) { $0 + $1.count }
    let failing =
      contents.rules.filter { $0.severity >= threshold }.reduce(0) { $0 + $1.count }
      - (contents.baseline?.count(from: threshold) ?? 0)
    let findings = max(all, 1)
    let unread = contents.errors.count + contents.unmet.count
    let leftOut = contents.summary.leftOut.flatMap { $0.isEmpty ? nil : $0 }
    let skipped = contents.coverage.count(where: \.isOpen) + (leftOut == nil ? 0 : 1)
    let looked = unread + contents.coverage.count + (leftOut == nil ? 0 : 1)
    let compared = contents.comparison.map(ComparisonTest.init)
    let tests = findings + looked + (compared == nil ? 0 : 1)
    let failures = failing + (compared?.failures ?? 0)
    let allErrors = unread + (compared?.errors ?? 0)
    let seconds = contents.summary.duration.components.seconds
    try sink.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="appauth-migrate audit" tests="\(tests)" failures="\(failures)" \
      errors="\(allErrors)" time="\(seconds)">
        <testsuite name="findings" tests="\(findings)" failures="\(failing)" errors="0" skipped="0" \
      timestamp="\(Timestamp.seconds(contents.startedAt).dropLast())">

      """
    )
    if all == 0 {
      try sink.write("    <testcase classname=\"audit\" name=\"no findings\"/>\n")
    }
    try contents.forEachState { (record, findings) throws(FileFailure) in
      guard !findings.isEmpty else { return }
      let row = record.row
      for finding in findings { try sink.write(test(finding, row, threshold)) }
    }
    for finding in contents.loose { try sink.write(test(finding, nil, threshold)) }
    try sink.write(
      """
        </testsuite>
        <testsuite name="coverage" tests="\(looked)" failures="0" errors="\(unread)" skipped="\(skipped)">

      """
    )
    for error in contents.errors {
      let name = ([error.path] + error.inner).joined(separator: " › ")
      try sink.write(test("not read", name, "error", error.reason))
    }
    for demand in contents.unmet {
      try sink.write(test("not proven", "demand", "error", demand))
    }
    if let leftOut {
      try sink.write(test("left out", leftOut.flags, "skipped", leftOut.sentence))
    }
    for entry in contents.coverage {
      try sink.write(
        test(
          entry.app ?? "files of no app",
          entry.place.words,
          entry.isOpen ? "skipped" : nil,
          entry.why
        )
      )
    }
    try sink.write("  </testsuite>\n")
    if let compared { try sink.write(compared.suite) }
    try sink.write("</testsuites>\n")
  }

  private static func test(_ finding: AuditFinding, _ row: StateRow?, _ threshold: Severity)
    -> String
  {
    let title = Rules.rule(finding.rule)?.title ?? ""
    let name = "\(title): \(row?.place ?? finding.message)"
    let head =
      "    <testcase classname=\"\(finding.rule)\" name=\"\(Markup.escaped(name, limit: 600))\">\n"
    let details = [
      finding.accepted?.words, finding.message, row.map { "state \($0.id)" }, finding.fix,
      finding.next,
    ]
    .compactMap { $0.map { Markup.escaped($0, limit: 1000) } }.joined(separator: "\n")
    let body =
      finding.severity >= threshold && finding.accepted == nil
      ? "      <failure type=\"\(finding.severity.rawValue)\" message=\""
        + "\(Markup.escaped(finding.message, limit: 1000))\">\(details)</failure>\n"
      : "      <system-out>\(finding.severity.rawValue): \(details)</system-out>\n"
    return head + body + "    </testcase>\n"
  }

  fileprivate static func test(
    _ group: String,
    _ name: String,
    _ outcome: String?,
    _ why: String
  ) -> String {
    let why = Markup.escaped(why, limit: 1000)
    let head =
      "    <testcase classname=\"\(Markup.escaped(group))\" name=\"\(Markup.escaped(name))\">\n"
    let body =
      outcome.map { "      <\($0) message=\"\(why)\"/>\n" }
      ?? "      <system-out>\(why)</system-out>\n"
    return head + body + "    </testcase>\n"
  }
}

/// The comparison with an earlier audit as a suite of one test.
private struct ComparisonTest {
  private let comparison: AuditComparison

  init(_ comparison: AuditComparison) {
    self.comparison = comparison
  }

  var failures: Int { comparison.verdict == .failed ? 1 : 0 }
  var errors: Int { comparison.verdict == .notProven ? 1 : 0 }

  var suite: String {
    let outcome = failures > 0 ? "failure" : errors > 0 ? "error" : nil
    let words = "\(comparison.counts); \(comparison.sentence)"
    return
      "  <testsuite name=\"comparison\" tests=\"1\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\">\n"
      + AuditJUnit.test(
        "comparison",
        "no state is left since \(comparison.earlier.path)",
        outcome,
        words
      )
      + "  </testsuite>\n"
  }
}

extension CoverageEntry {
  /// Whether nobody can say what is in it.
  var isOpen: Bool { status == .notInThisInput || status == .unreadable }
}
