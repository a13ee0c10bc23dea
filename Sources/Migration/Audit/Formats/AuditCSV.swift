import LegacyState
import POSIX

/// One record a finding, then what could not be read and what was looked at, so that a sheet without findings can't be
/// mistaken for a clean device.
///
/// - SeeAlso: RFC 4180
enum AuditCSV {
  private static let columns = [
    "record", "severity", "rule", "title", "message", "fix", "state", "app", "path", "inside",
    "place", "line", "offset", "library", "issuer", "client_id", "credential", "status",
  ]

  static func write(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    try sink.write(columns.joined(separator: ",") + "\r\n")
    try contents.forEachState { (record, findings) throws(FileFailure) in
      guard !findings.isEmpty else { return }
      let row = record.row
      for finding in findings { try sink.write(line(cells(finding, row))) }
    }
    for finding in contents.loose { try sink.write(line(cells(finding, nil))) }
    for error in contents.errors {
      try sink.write(
        line([
          "record": "not read", "message": error.reason, "path": error.path,
          "inside": error.inner.joined(separator: " › "),
        ])
      )
    }
    for demand in contents.unmet {
      try sink.write(line(["record": "not proven", "message": demand]))
    }
    if let leftOut = contents.summary.leftOut {
      try sink.write(line(["record": "left out", "message": leftOut.sentence]))
    }
    if let comparison = contents.comparison { try write(comparison, to: sink) }
    for entry in contents.baseline?.open ?? [] {
      try sink.write(
        line([
          "record": "baseline", "message": entry.words, "state": entry.state,
          "status": entry.result.rawValue,
        ])
      )
    }
    for entry in contents.coverage {
      try sink.write(
        line([
          "record": "coverage", "message": entry.why, "app": entry.app ?? "",
          "place": entry.place.rawValue, "status": entry.status.rawValue,
        ])
      )
    }
  }

  private static func write(
    _ comparison: AuditComparison,
    to sink: ReportSink
  ) throws(FileFailure) {
    try sink.write(
      line([
        "record": "comparison", "message": "\(comparison.counts); \(comparison.sentence)",
        "path": comparison.earlier.path, "status": comparison.verdict.rawValue,
      ])
    )
    for credential in comparison.credentials {
      try sink.write(
        line([
          "record": "compared", "status": credential.change.rawValue, "state": credential.state,
          "app": credential.app ?? "", "credential": credential.words,
        ])
      )
    }
  }

  private static func cells(_ finding: AuditFinding, _ row: StateRow?) -> [String: String] {
    var cells = [
      "record": "finding", "severity": finding.severity.rawValue, "rule": finding.rule,
      "title": Rules.rule(finding.rule)?.title ?? "", "message": finding.message,
      "fix": finding.fix,
    ]
    if let accepted = finding.accepted {
      cells["status"] = "accepted until \(accepted.until) (\(accepted.owner)): \(accepted.reason)"
    }
    guard let row else { return cells }
    cells["state"] = row.id
    cells["app"] = row.app
    cells["path"] = row.path
    cells["inside"] = row.inner.joined(separator: " › ")
    cells["place"] = row.locator
    cells["line"] = row.line.map { String($0) }
    cells["offset"] = String(row.offset)
    cells["library"] = row.library.rawValue
    cells["issuer"] = row.anyIssuer
    cells["client_id"] = row.clientID
    cells["credential"] = row.credential
    return cells
  }

  private static func line(_ cells: [String: String]) -> String {
    columns.map { cell(cells[$0] ?? "") }.joined(separator: ",") + "\r\n"
  }

  /// A cell that no spreadsheet takes for a formula.
  static func cell(_ text: String) -> String {
    var text = shown(text, limit: 2000)
    if let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) { text = "'" + text }
    guard text.utf8.contains(where: { ",\"\r\n".utf8.contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
