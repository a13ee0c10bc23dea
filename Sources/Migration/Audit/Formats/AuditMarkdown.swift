import POSIX

/// Tables for a pull request, a job summary or a ticket.
enum AuditMarkdown {
  /// Such places take about a mebibyte.
  private static let statesListed = 1000

  static func write(
    _ contents: AuditContents,
    _ threshold: Severity,
    to sink: ReportSink
  ) throws(FileFailure) {
    let summary = contents.summary
    try sink.write("# What AppAuth left behind\n\n")
    try sink.write(
      "\(Words.count(summary.files, "file")), \(Words.bytes(summary.bytes)): "
        + "**\(Words.count(summary.credentials, "credential"))** in "
        + "\(Words.count(summary.states, "place")), audited \(Timestamp.seconds(contents.startedAt)).\n"
    )
    let verdict = AuditVerdict(contents, threshold)
    if let leftOut = summary.leftOut { try sink.write("\n\(cell(leftOut.sentence)).\n") }
    try sink.write("\n**\(verdict.head)**: \(verdict.words).\n")
    if let comparison = contents.comparison { try compared(comparison, to: sink) }
    try rollout(contents.rollout, to: sink)
    try sink.write("\n## Findings by rule\n\n")
    try sink.write("| severity | rule | findings | what to do |\n|---|---|---:|---|\n")
    for count in contents.rules {
      let rule = Rules.rule(count.rule)
      try sink.write(
        "| \(count.severity.rawValue) | \(count.rule) \(cell(rule?.title ?? "")) | \(count.count) "
          + "| \(cell(rule?.fix ?? "", limit: 1000)) |\n"
      )
    }
    try states(contents, to: sink)
    try rest(contents, to: sink)
  }

  private static func compared(
    _ comparison: AuditComparison,
    to sink: ReportSink
  ) throws(FileFailure) {
    let earlier = "\(comparison.earlier.path), \(comparison.earlier.startedAt)"
    try sink.write("\n## Compared with an earlier audit\n\n\(cell(earlier)): ")
    try sink.write("\(comparison.counts). \(cell(comparison.sentence, limit: 2000))\n")
    guard !comparison.credentials.isEmpty else { return }
    try sink.write("\n| change | credential | app | state |\n|---|---|---|---|\n")
    for credential in comparison.credentials.prefix(statesListed) {
      try sink.write(
        "| \(credential.change.words) | \(cell(credential.words)) "
          + "| \(cell(credential.app ?? "no app")) | \(cell(credential.state)) |\n"
      )
    }
    let more = comparison.credentials.count - statesListed
    if more > 0 { try sink.write("\nAnd \(Words.count(more, "more")): json has more.\n") }
  }

  private static func rollout(_ rollout: Rollout, to sink: ReportSink) throws(FileFailure) {
    guard !rollout.rows.isEmpty else { return }
    try sink.write("\n## Sign-ins to come, at most\n\n")
    try sink.write(
      "| issuer | client | sign-ins | refresh tokens that look live | access tokens that look live |\n"
    )
    try sink.write("|---|---|---:|---:|---:|\n")
    for row in rollout.rows.prefix(statesListed) {
      try sink.write(
        "| \(cell(row.issuer ?? "issuer unknown")) | \(cell(row.clientID ?? "client unknown")) "
          + "| \(row.signIns) | \(row.liveRefreshTokens) | \(row.liveAccessTokens) |\n"
      )
    }
    let more = rollout.signIns - rollout.rows.prefix(statesListed).reduce(0) { $0 + $1.signIns }
    if more > 0 { try sink.write("\nAnd \(Words.count(more, "more sign-in")) elsewhere.\n") }
  }

  private static func states(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    guard contents.summary.states > 0 else { return }
    try sink.write(
      "\n## States\n\n| place | credential | issuer, client | findings |\n|---|---|---|---|\n"
    )
    var listed = 0
    try contents.forEachState { (record, findings) throws(FileFailure) in
      listed += 1
      guard listed <= statesListed else { return }
      let row = record.row
      let client = [row.anyIssuer ?? "issuer unknown", row.clientID ?? "client unknown"]
      let told = findings.map { finding in
        "\(finding.rule) \(finding.severity.rawValue): \(finding.message)"
          + (finding.accepted.map { " (\($0.words))" } ?? "")
      }
      try sink.write(
        "| \(cell(row.place, limit: 600)) | \(cell(row.credential ?? "none")) "
          + "| \(client.map { cell($0) }.joined(separator: ", ")) "
          + "| \(told.map { cell($0) }.joined(separator: "<br>")) |\n"
      )
    }
    if listed > statesListed {
      try sink.write("\nAnd \(Words.count(listed - statesListed, "more state")): json has all.\n")
    }
  }

  private static func rest(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    let problems =
      contents.loose.map { ("\($0.rule) \($0.severity.rawValue)", $0.message) }
      + contents.errors.map { (([$0.path] + $0.inner).joined(separator: " › "), $0.reason) }
      + contents.unmet.map { ("not proven", $0) }
      + (contents.baseline?.open ?? []).map { ("baseline", $0.words) }
    if !problems.isEmpty {
      try sink.write("\n## Not read, not proven\n\n| what | why |\n|---|---|\n")
      for (what, why) in problems.prefix(statesListed) {
        try sink.write("| \(cell(what)) | \(cell(why, limit: 600)) |\n")
      }
      let more = problems.count - statesListed
      if more > 0 { try sink.write("\nAnd \(Words.count(more, "more")): json has all.\n") }
    }
    try sink.write("\n## Looked at\n\n| app | place | status | why |\n|---|---|---|---|\n")
    for entry in contents.coverage {
      let app = entry.app.map { cell($0) } ?? "files of no app"
      try sink.write(
        "| \(app) | \(entry.place.words) | \(entry.status.words) | \(cell(entry.why)) |\n"
      )
    }
  }

  /// Text in a table: nothing in it is markup, a link or a mention.
  static func cell(_ text: String, limit: Int = 300) -> String {
    var output = ""
    for scalar in shown(text, limit: limit).unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\\", "`", "*", "_", "{", "}", "[", "]", "(", ")", "#", "+", "!", "|", "~", "@", ":",
        "$",
        "^", "=":
        output += "\\\(scalar)"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output.replacing("www.", with: "www\\.")
  }
}
