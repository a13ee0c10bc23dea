package import POSIX

/// The formats of an audit that programs and documents take; the text for a terminal is ``AuditText``.
package enum AuditFormat: String, Sendable, CaseIterable {
  /// One document, schema `appauth-migrate/audit/1`.
  case json
  /// One object a line, schema `appauth-migrate/audit-lines/1`.
  case jsonLines = "jsonl"
  /// SARIF 2.1.0.
  case sarif
  /// What continuous integration shows as tests.
  case junit
  /// RFC 4180.
  case csv
  /// Tables for a pull request or a ticket.
  case markdown
  /// One page without scripts.
  case html

  /// Writes a report.
  ///
  /// - Parameters:
  ///   - contents: What to tell.
  ///   - threshold: From which severity on the audit fails.
  ///   - output: Gets the bytes piece by piece.
  /// - Throws: What `output` throws, or that the states' own file cannot be read.
  package func write(
    _ contents: AuditContents,
    threshold: Severity,
    to output: @escaping ([UInt8]) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    let sink = ReportSink(output)
    switch self {
    case .json: try AuditJSON.write(contents, to: sink)
    case .jsonLines: try AuditJSONLines.write(contents, to: sink)
    case .sarif: try AuditSARIF.write(contents, threshold, to: sink)
    case .junit: try AuditJUnit.write(contents, threshold, to: sink)
    case .csv: try AuditCSV.write(contents, to: sink)
    case .markdown: try AuditMarkdown.write(contents, threshold, to: sink)
    case .html: try AuditHTML.write(contents, threshold, to: sink)
    }
    try sink.flush()
  }
}
