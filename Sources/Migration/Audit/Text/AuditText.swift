import LegacyState
package import POSIX

/// The report as people read it: credentials first, one block an app, then what was looked at and what to do next.
///
/// Everything that came from the input is bounded and neutralised here; the printer adds width and colour.
package struct AuditText {
  private let report: AuditContents
  private let threshold: Severity
  private let paths: [String]
  private let client: String
  private let nextFlags: String
  private let map: String?
  private let isVerbose: Bool
  /// How many credentials of an app, and errors, are listed unless all are wanted.
  private var limit: Int { isVerbose ? .max : 50 }

  /// Prepares a text.
  ///
  /// - Parameters:
  ///   - report: What to tell.
  ///   - threshold: From which severity on the audit fails.
  ///   - paths: What was audited, as the user wrote it, for the next commands.
  ///   - isClientConfigured: Whether the commands that are hinted know the new client by themselves.
  ///   - nextFlags: What those are given besides, quoted for a shell.
  ///   - map: The map that was used, as the user wrote it.
  ///   - isVerbose: Whether to list everything, findings of mere information too.
  package init(
    _ report: AuditContents,
    threshold: Severity,
    paths: [String],
    isClientConfigured: Bool = false,
    nextFlags: String = "",
    map: String? = nil,
    isVerbose: Bool
  ) {
    self.report = report
    self.threshold = threshold
    self.paths = paths
    self.client = isClientConfigured ? "" : " --client-id NEW-CLIENT"
    self.nextFlags = nextFlags.isEmpty ? "" : " " + nextFlags
    self.map = map
    self.isVerbose = isVerbose
  }

  /// All lines.
  ///
  /// - Returns: What fits into memory: 50 credentials of an app, unless everything is wanted.
  /// - Throws: If the states' own file cannot be read.
  package func lines() throws(FileFailure) -> [AuditLine] {
    let blocks = try AuditBlocks.all(of: report, limit: limit)
    var lines = [headline(blocks)] + leftOut
    for block in blocks { lines += [.blank, .heading(block.title)] + self.lines(of: block) }
    lines += loose + errors + demands + comparison + baseline + outlook + next
    return lines + [.blank, AuditLine(closing)]
  }
}

extension AuditText {
  private func headline(_ blocks: [AuditBlock]) -> AuditLine {
    let summary = report.summary
    let looked =
      "\(Words.count(summary.files, "file")), \(Words.bytes(summary.bytes)) in "
      + Words.span(summary.duration)
    guard summary.states > 0 else {
      let readable = report.errors.isEmpty ? "" : " in what could be read"
      return AuditLine("\(looked): no AppAuth state found\(readable)")
    }
    let apps = blocks.count { $0.isOfApp && !$0.credentials.isEmpty }
    var text =
      "\(looked): \(Words.count(summary.credentials, "credential")) in "
      + Words.count(summary.states, "place")
    if apps > 0 { text += ", \(Words.count(apps, "app"))" }
    return AuditLine(text)
  }

  private var leftOut: [AuditLine] {
    report.summary.leftOut.map { [AuditLine($0.sentence, hanging: 2)] } ?? []
  }

  private func lines(of block: AuditBlock) -> [AuditLine] {
    var lines: [AuditLine] = []
    if block.credentials.isEmpty, report.summary.states > 0 {
      lines.append(AuditLine("no AppAuth state found", indent: 2))
    }
    for credential in block.credentials {
      lines.append(AuditLine(credential.title, indent: 2, hanging: 4))
      for place in credential.places { lines.append(AuditLine(place, indent: 4, hanging: 6)) }
      let more = credential.more
      if more > 0 { lines.append(AuditLine("and \(Words.count(more, "more place"))", indent: 4)) }
      lines += findings(credential.findings)
    }
    let more = block.more
    if more > 0 {
      let words = "and \(Words.count(more, "more credential")): --verbose or --format json"
      lines.append(AuditLine(words, indent: 2))
    }
    return lines + coverage(block.coverage).map { AuditLine($0, indent: 2, hanging: 4) }
  }

  /// One line a rule, the worst first.
  private func findings(_ findings: [AuditFinding]) -> [AuditLine] {
    // What lets the audit fail is always told.
    findings.filter { isVerbose || $0.severity > .info || $0.severity >= threshold }
      .sorted { ($1.severity, $0.rule) < ($0.severity, $1.rule) }
      .map { finding in
        let accepted = finding.accepted.map { " · \($0.words)" } ?? ""
        return .finding(
          finding.severity,
          "\(finding.rule)  \(finding.message)\(accepted)",
          indent: 4
        )
      }
  }

  private func coverage(_ entries: [CoverageEntry]) -> [String] {
    var sentences: [String] = []
    let read = entries.filter { $0.status == .read }.map(\.place.words)
    if !read.isEmpty { sentences.append("looked at: \(read.joined(separator: ", "))") }
    for entry in entries where entry.status == .unreadable {
      sentences.append("not all read: \(entry.place.words) (\(shown(entry.why)))")
    }
    for entry in entries where entry.status == .read && entry.why.contains("not opened") {
      sentences.append("nothing to look at: \(entry.place.words) (\(shown(entry.why)))")
    }
    let absent = entries.filter { $0.status == .absent }.map(\.place.words)
    if !absent.isEmpty { sentences.append("not there: \(absent.joined(separator: ", "))") }
    let missing = entries.filter { $0.status == .notInThisInput }.map(\.place.words)
    if !missing.isEmpty {
      sentences.append("not in this input: \(missing.joined(separator: ", "))")
    }
    return sentences
  }

  private var loose: [AuditLine] {
    let findings = report.loose
    guard !findings.isEmpty else { return [] }
    return [.blank, .heading("Files that hold more than could be read")]
      + findings.prefix(limit).map {
        .finding($0.severity, "\($0.rule)  \(shown($0.message, limit: 400))", indent: 2)
      }
  }

  private var errors: [AuditLine] {
    guard !report.errors.isEmpty else { return [] }
    let lines = report.errors.prefix(limit).map { error in
      let path = ([error.path] + error.inner).map { shown($0) }.joined(separator: " › ")
      // What the system says of a file names it already.
      let reason = shown(error.reason, limit: 400)
      return AuditLine(
        reason.contains(path) ? reason : "\(path): \(reason)",
        indent: 2,
        hanging: 4
      )
    }
    let more = report.errors.count - lines.count
    return [.blank, .heading("Not read")] + lines
      + (more > 0 ? [AuditLine("and \(Words.count(more, "more error"))", indent: 2)] : [])
  }

  private var demands: [AuditLine] {
    guard !report.unmet.isEmpty else { return [] }
    return [.blank, .heading("Not proven")]
      + report.unmet.map { AuditLine(shown($0, limit: 400), indent: 2, hanging: 4) }
  }
}

extension AuditText {
  /// What is left or new before what is gone.
  private var comparison: [AuditLine] {
    guard let comparison = report.comparison else { return [] }
    let earlier = "\(shown(comparison.earlier.path)) (\(shown(comparison.earlier.startedAt)))"
    let lines = comparison.credentials.prefix(limit).map { credential in
      AuditLine(
        "\(credential.change.words): \(credential.words)"
          + (credential.app.map { " · \(shown($0))" } ?? ""),
        indent: 2,
        hanging: 4
      )
    }
    let more = comparison.new + comparison.gone + comparison.unchanged - lines.count
    return [.blank, .heading("Compared with \(earlier)")] + lines
      + (more > 0 ? [AuditLine("and \(Words.count(more, "more credential"))", indent: 2)] : [])
      + [
        AuditLine(comparison.counts, indent: 2, hanging: 4),
        AuditLine(comparison.sentence, indent: 2, hanging: 4),
      ]
  }
}

extension AuditText {
  /// What of the baseline holds, and each entry that somebody has to look at.
  private var baseline: [AuditLine] {
    guard let baseline = report.baseline else { return [] }
    let lines = baseline.open.prefix(limit).map { AuditLine($0.words, indent: 2, hanging: 4) }
    let more = baseline.open.count - lines.count
    return [.blank, .heading("Baseline \(shown(baseline.path))")]
      + [AuditLine(baseline.counts, indent: 2)] + lines
      + (more > 0
        ? [AuditLine("and \(Words.count(more, "more entry", "more entries"))", indent: 2)] : [])
  }

  /// A table of the sign-ins to come, and what else to know before the next step.
  private var outlook: [AuditLine] {
    var lines: [AuditLine] = []
    if let unmatched = report.summary.unmatched, unmatched > 0 {
      lines.append(
        AuditLine(
          "Of \(Words.count(unmatched, "state")) neither the state nor the map says whose it is: "
            + "no token of it is sent anywhere.",
          hanging: 2
        )
      )
    }
    if report.coverage.contains(where: { $0.app != nil }) {
      lines.append(
        AuditLine("This is a copy of the app's data: deleting here changes nothing on the phone.")
      )
    }
    return rollout + (lines.isEmpty ? [] : [.blank] + lines)
  }

  private var rollout: [AuditLine] {
    let rows = report.rollout.rows
    guard !rows.isEmpty else { return [] }
    let listed = rows.prefix(limit == .max ? .max : 10)
    let lines = listed.map { row in
      let live = [
        (row.liveRefreshTokens, "refresh token"), (row.liveAccessTokens, "access token"),
      ].filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
      return AuditLine(
        "\(Words.count(row.signIns, "sign-in"))  \(row.issuer.map { shown($0) } ?? "issuer unknown")"
          + " · \(row.clientID.map { shown($0, limit: 80) } ?? "client unknown")"
          + " · \(live.isEmpty ? "no token looks live" : "look live: " + live.joined(separator: ", "))",
        indent: 2,
        hanging: 4
      )
    }
    let more = report.rollout.signIns - listed.reduce(0) { $0 + $1.signIns }
    return [.blank, .heading("Sign-ins to come, at most")] + lines
      + (more > 0
        ? [AuditLine("and \(Words.count(more, "more sign-in")): --format json", indent: 2)] : [])
  }

  private var next: [AuditLine] {
    let rows = report.rollout.rows
    guard let first = rows.first(where: \.isPlannable) ?? rows.first else { return [] }
    let issuer = first.issuer.flatMap { Self.word(shown($0)) } ?? "ISSUER"
    // Standard input cannot be looked at again.
    let words =
      paths.count > 3 || paths.contains("-") ? nil : paths.map { Self.word($0) ?? Self.quoted($0) }
    let path = words?.joined(separator: " ") ?? "PATH…"
    let preflight = "preflight --issuer \(issuer)\(client)\(nextFlags)"
    // What a plan leaves out for want of a name gets one by a map.
    let needsMap = map == nil && rows.contains { !$0.isPlannable }
    let mapped =
      (needsMap && first.isPlannable ? "map.json" : map).map {
        " --map " + (Self.word($0) ?? Self.quoted($0))
      } ?? ""
    // With a map, what is missing is a rule's confirmation, and no other map.
    let then =
      first.isPlannable || map != nil
      ? "plan \(path)\(mapped) --issuer \(issuer)\(client)\(nextFlags) --output plan.json"
      : "audit \(path) --write-map map.json"
    let before =
      needsMap && first.isPlannable ? ["audit \(path) --write-map map.json"] : []
    return [
      .blank, AuditLine("Next: appauth-migrate \(preflight)", hanging: 8, isCommand: true),
    ]
      + (before + [then]).map {
        AuditLine("appauth-migrate \($0)", indent: 6, hanging: 8, isCommand: true)
      }
  }

  private var closing: String {
    let counts = Severity.allCases.sorted(by: >).compactMap { severity in
      (report.summary.bySeverity[severity]).map { "\($0) \(severity.rawValue)" }
    }
    let explain = report.rules.first.map { " (appauth-migrate explain \($0.rule))" } ?? ""
    let code = report.fails(threshold) ? 1 : report.isProven ? 0 : 3
    let accepted = report.baseline?.count(from: .info) ?? 0
    let what =
      (counts.isEmpty ? "no findings" : counts.joined(separator: ", "))
      + (accepted > 0 ? " (\(accepted) accepted)" : "")
    return "\(what): exit \(code)\(explain)"
  }

  /// A word that every shell takes as it is; nil for one that might do something.
  private static func word(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= 200, !text.hasPrefix("-") else { return nil }
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "._-:/@+,%".utf8.contains(byte)
      }
    }
    return isPlain ? text : nil
  }

  /// The user's own path, which may have anything in it.
  private static func quoted(_ path: String) -> String {
    if path == "-" { return "-" }
    return path == path.neutralised
      ? "'" + path.replacing("'", with: #"'\''"#) + "'" : "PATH…"
  }
}

extension CoveragePlace {
  /// `web storage`.
  var words: String { rawValue.replacing("_", with: " ") }
}
