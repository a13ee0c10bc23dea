import LegacyState
import POSIX

/// One page without scripts: tables that a screen reader reads as tables, with bars beside their numbers.
enum AuditHTML {
  /// The columns that have numbers.
  private static let numbers: Set<String> = [
    "Sign-ins", "Live refresh tokens", "Live access tokens", "Findings", "States",
  ]
  /// What a browser still shows at once.
  private static let statesListed = 10_000

  static func write(
    _ contents: AuditContents,
    _ threshold: Severity,
    to sink: ReportSink
  ) throws(FileFailure) {
    try sink.write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(HTMLStyle.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>What AppAuth left behind</title>
      <style>\(HTMLStyle.css)</style>
      </head>
      <body>
      <main>
      <h1>What AppAuth left behind</h1>

      """
    )
    let summary = contents.summary
    try sink.write(
      "<p>\(Words.count(summary.files, "file")), \(Words.bytes(summary.bytes)): "
        + "<strong>\(Words.count(summary.credentials, "credential"))</strong> in "
        + "\(Words.count(summary.states, "place")). Audited \(Timestamp.seconds(contents.startedAt)) "
        + "by appauth-migrate \(Markup.escaped(contents.version)).</p>\n"
    )
    if let leftOut = summary.leftOut {
      try sink.write("<p>\(Markup.escaped(leftOut.sentence)).</p>\n")
    }
    let verdict = AuditVerdict(contents, threshold)
    try sink.write("<p><strong>\(verdict.head):</strong> \(verdict.words).</p>\n")
    if let comparison = contents.comparison { try compared(comparison, to: sink) }
    try rollout(contents.rollout, to: sink)
    try charts(contents, to: sink)
    try states(contents, to: sink)
    try rest(contents, to: sink)
    try sink.write("</main>\n</body>\n</html>\n")
  }

  private static func compared(
    _ comparison: AuditComparison,
    to sink: ReportSink
  ) throws(FileFailure) {
    let earlier = "\(comparison.earlier.path) (\(comparison.earlier.startedAt))"
    try sink.write(
      "<p>Compared with \(Markup.escaped(earlier)): \(comparison.counts). "
        + "\(Markup.escaped(comparison.sentence, limit: 2000))</p>\n"
    )
    guard !comparison.credentials.isEmpty else { return }
    let columns = ["Credential", "Change", "App", "State"]
    try table("Compared with an earlier audit", columns, to: sink) {
      comparison.credentials.prefix(statesListed).map { credential in
        "<tr><th scope=\"row\">\(Markup.escaped(credential.words))</th>"
          + cell("Change", credential.change.words)
          + cell("App", Markup.escaped(credential.app ?? "no app"), "u")
          + cell("State", Markup.escaped(credential.state)) + "</tr>\n"
      }
    }
  }

  private static func rollout(_ rollout: Rollout, to sink: ReportSink) throws(FileFailure) {
    guard !rollout.rows.isEmpty else { return }
    let most = rollout.rows.map(\.signIns).max() ?? 0
    let columns = [
      "Issuer", "Client", "Sign-ins", "Share", "Live refresh tokens", "Live access tokens",
    ]
    let listed = rollout.rows.prefix(statesListed)
    try table("Sign-ins to come, at most", columns, to: sink) {
      listed.map { row in
        "<tr><th scope=\"row\">\(Markup.escaped(row.issuer ?? "issuer unknown"))</th>"
          + cell("Client", Markup.escaped(row.clientID ?? "client unknown"), "u")
          + number("Sign-ins", row.signIns, of: most, "low")
          + number("Live refresh tokens", row.liveRefreshTokens)
          + number("Live access tokens", row.liveAccessTokens) + "</tr>\n"
      }
    }
    let more = rollout.signIns - listed.reduce(0) { $0 + $1.signIns }
    if more > 0 {
      try sink.write("<p>And \(Words.count(more, "more sign-in")) elsewhere.</p>\n")
    }
  }

  private static func charts(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    let severities = Severity.allCases.sorted(by: >).map {
      (severity: $0, count: contents.summary.bySeverity[$0] ?? 0)
    }
    let most = severities.map(\.count).max() ?? 0
    try table("Findings by severity", ["Severity", "Findings", "Share"], to: sink) {
      severities.map { row in
        "<tr><th scope=\"row\" class=\"\(row.severity.rawValue)\">\(row.severity.rawValue)</th>"
          + number("Findings", row.count, of: most, row.severity.rawValue) + "</tr>\n"
      }
    }
    let rules = contents.rules
    let top = rules.map(\.count).max() ?? 0
    guard !rules.isEmpty else { return }
    let columns = ["Rule", "Severity", "Findings", "Share", "What to do"]
    try table("Findings by rule", columns, to: sink) {
      rules.map { row in
        let rule = Rules.rule(row.rule)
        return "<tr><th scope=\"row\">\(row.rule) \(Markup.escaped(rule?.title ?? ""))</th>"
          + cell("Severity", row.severity.rawValue, row.severity.rawValue)
          + number("Findings", row.count, of: top, row.severity.rawValue)
          + cell("What to do", Markup.escaped(rule?.fix ?? "", limit: 1000)) + "</tr>\n"
      }
    }
    let libraries = contents.summary.byLibrary.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let widest = libraries.first?.value else { return }
    try table("States by library", ["Library", "States", "Share"], to: sink) {
      libraries.map { library in
        "<tr><th scope=\"row\">\(Markup.escaped(library.key))</th>"
          + number("States", library.value, of: widest, "low") + "</tr>\n"
      }
    }
  }

  /// A cell that says by itself what it is, for where there is no room for columns.
  private static func cell(_ label: String, _ markup: String, _ kind: String? = nil) -> String {
    "<td data-label=\"\(label)\"\(kind.map { " class=\"\($0)\"" } ?? "")>\(markup)</td>"
  }

  private static func number(_ label: String, _ count: Int) -> String {
    cell(label, Words.grouped(count), "n")
  }

  /// The number for everybody, and a bar for who sees it.
  private static func number(
    _ label: String,
    _ count: Int,
    of most: Int,
    _ color: String
  ) -> String {
    let share = most > 0 ? Int((Double(count) / Double(most) * 100).rounded()) : 0
    let bar =
      count > 0 ? "<span class=\"bar w\(share) \(color)\" aria-hidden=\"true\"></span>" : ""
    return number(label, count) + "<td class=\"chart\">\(bar)</td>"
  }

  private static func states(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    guard contents.summary.states > 0 else { return }
    try open(
      "States",
      ["Place", "Credential", "Issuer and client", "Library", "Findings"],
      to: sink
    )
    var listed = 0
    try contents.forEachState { (record, findings) throws(FileFailure) in
      listed += 1
      guard listed <= statesListed else { return }
      let row = record.row
      let told = findings.map { finding in
        "<li><span class=\"\(finding.severity.rawValue)\">\(finding.severity.rawValue)</span> "
          + "\(finding.rule) \(Markup.escaped(finding.message))"
          + (finding.accepted.map { " (\(Markup.escaped($0.words)))" } ?? "") + "</li>"
      }
      try sink.write(
        "<tr id=\"\(row.id)\"><th scope=\"row\">\(Markup.escaped(row.place, limit: 600))</th>"
          + cell("Credential", Markup.escaped(row.credential ?? "none"))
          + cell(
            "Issuer and client",
            Markup.escaped(row.anyIssuer ?? "issuer unknown") + "<br>"
              + Markup.escaped(row.clientID ?? "client unknown"),
            "u"
          ) + cell("Library", row.library.words)
          + cell("Findings", told.isEmpty ? "none" : "<ul>\(told.joined())</ul>", "f")
          + "</tr>\n"
      )
    }
    try sink.write("</tbody>\n</table>\n</div>\n")
    if listed > statesListed {
      let more = Words.count(listed - statesListed, "more state")
      try sink.write("<p>And \(more): the json report has all.</p>\n")
    }
  }

  private static func rest(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    let problems =
      contents.loose.map { ("\($0.rule) \($0.severity.rawValue)", $0.message) }
      + contents.errors.map { (([$0.path] + $0.inner).joined(separator: " › "), $0.reason) }
      + contents.unmet.map { ("not proven", $0) }
      + (contents.baseline?.open ?? []).map { ("baseline", $0.words) }
    if !problems.isEmpty {
      try table("Not read, not proven", ["What", "Why"], to: sink) {
        problems.prefix(statesListed).map { what, why in
          "<tr><th scope=\"row\">\(Markup.escaped(what))</th>"
            + cell("Why", Markup.escaped(why, limit: 600), "u") + "</tr>\n"
        }
      }
    }
    try table("Looked at", ["App", "Place", "Status", "Why"], to: sink) {
      contents.coverage.map { entry in
        "<tr><th scope=\"row\">\(Markup.escaped(entry.app ?? "files of no app"))</th>"
          + cell("Place", entry.place.words) + cell("Status", entry.status.words)
          + cell("Why", Markup.escaped(entry.why), "u") + "</tr>\n"
      }
    }
  }

  private static func table(
    _ title: String,
    _ columns: [String],
    to sink: ReportSink,
    _ rows: () -> [String]
  ) throws(FileFailure) {
    try open(title, columns, to: sink)
    for row in rows() { try sink.write(row) }
    try sink.write("</tbody>\n</table>\n</div>\n")
  }

  private static func open(
    _ title: String,
    _ columns: [String],
    to sink: ReportSink
  ) throws(FileFailure) {
    let heads = columns.map { name in
      // The bars go where there is no room for them; a number's name stands over the number.
      let kind = name == "Share" ? "chart" : numbers.contains(name) ? "n" : nil
      // In the table of states these are lists.
      let own = title == "States" ? nil : kind
      return "<th scope=\"col\"\(own.map { " class=\"\($0)\"" } ?? "")>\(name)</th>"
    }.joined()
    let id =
      "t-"
      + title.lowercased().filter { $0.isASCII && ($0.isLetter || $0 == " ") }
      .replacing(" ", with: "-")
    try sink.write(
      "<h2 id=\"\(id)\">\(title)</h2>\n"
        + "<div class=\"scroll\" role=\"region\" aria-labelledby=\"\(id)\" tabindex=\"0\">\n"
        + "<table aria-labelledby=\"\(id)\">\n<thead><tr>\(heads)</tr></thead>\n<tbody>\n"
    )
  }
}
