import JSON
import POSIX
import Secrets

/// SARIF 2.1.0: one run, a rule for each that was found, a result for each finding.
///
/// - SeeAlso: OASIS SARIF 2.1.0
enum AuditSARIF {
  static func write(
    _ contents: AuditContents,
    _ threshold: Severity,
    to sink: ReportSink
  ) throws(FileFailure) {
    let ids = Set(contents.rules.map(\.rule)).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    let gate = contents.comparison.flatMap { $0.verdict == .failed ? $0 : nil }
    let driver = JSONNode.object([
      ("name", "appauth-migrate"), ("version", .string(contents.version)),
      (
        "rules",
        .array(ids.compactMap { Rules.rule($0) }.map(rule) + (gate == nil ? [] : [gateRule]))
      ),
    ])
    try sink.write(
      """
      {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
          {
            "tool": {
              "driver": 
      """
    )
    try sink.write(driver.encoded(pretty: true, level: 4))
    try sink.write("\n      },\n      \"invocations\": ")
    try sink.write(invocations(contents, threshold).encoded(pretty: true, level: 3))
    try sink.write(",\n      \"results\": [")
    var isFirst = true
    let add = { (result: JSONNode) throws(FileFailure) in
      try sink.write(isFirst ? "\n        " : ",\n        ")
      isFirst = false
      try sink.write(result.encoded(pretty: true, level: 4))
    }
    var first: StateRow?
    try contents.forEachState { (record, findings) throws(FileFailure) in
      if first == nil { first = record.row }
      guard !findings.isEmpty else { return }
      let row = record.row
      for finding in findings { try add(result(finding, row, numbers)) }
    }
    for finding in contents.loose { try add(result(finding, nil, numbers)) }
    if let gate { try add(result(gate, at: first, ids.count)) }
    try sink.write(isFirst ? "]" : "\n      ]")
    if let comparison = contents.comparison {
      let properties = JSONNode.object([("comparison", .object(comparison.figures))])
      try sink.write(",\n      \"properties\": ")
      try sink.write(properties.encoded(pretty: true, level: 3))
    }
    try sink.write("\n    }\n  ]\n}\n")
  }

  private static func rule(_ rule: Rule) -> JSONNode {
    let help = "\(rule.reason)\n\n\(rule.fix)\n\nNext: \(rule.next)\nReference: \(rule.reference)"
    return .object([
      ("id", .string(rule.id)), ("shortDescription", text(rule.title)),
      ("fullDescription", text(rule.meaning)), ("help", text(help)),
      ("defaultConfiguration", .object([("level", .string(level(rule.severity)))])),
      (
        "properties",
        .object([
          ("security-severity", .string(score(rule.severity))),
          ("tags", .array(["security"])),
        ])
      ),
    ])
  }

  private static func result(
    _ finding: AuditFinding,
    _ row: StateRow?,
    _ numbers: [String: Int]
  ) -> JSONNode {
    var members: [(String, JSONNode)] = [("ruleId", .string(finding.rule))]
    if let number = numbers[finding.rule] { members.append(("ruleIndex", .count(number))) }
    members.append(("level", .string(level(finding.severity))))
    members.append(("message", text(shown(finding.message, limit: 1000))))
    if let row {
      members.append(("locations", .array([location(row)])))
      members.append(("partialFingerprints", .object([("stateId/v1", .string(row.id))])))
    } else {
      // Who shows results refuses the whole file for one without a place.
      let source = finding.source ?? AuditFinding.Source(path: ".", inner: [])
      members.append(("locations", .array([location(source)])))
      members.append(
        ("partialFingerprints", fingerprint([finding.rule, source.path] + source.inner))
      )
    }
    if let accepted = finding.accepted {
      let words = "until \(accepted.until) (\(accepted.owner)): \(accepted.reason)"
      let suppression: JSONNode = [
        "kind": "external", "status": "accepted",
        "justification": .string(shown(words, limit: 1000)),
      ]
      members.append(("suppressions", [suppression]))
    }
    members.append(("properties", .object([("severity", .string(finding.severity.rawValue))])))
    return .object(members)
  }

  /// A gate that failed is a result of its own: a state can be left of which there is nothing else to say.
  private static let gateRule = JSONNode.object([
    ("id", "comparison"),
    ("shortDescription", text("AppAuth state is left since an earlier audit")),
    (
      "fullDescription",
      text("An audit was compared with an earlier one, and the update did not take the state away.")
    ),
    (
      "help",
      text("Take out what the results name, and audit again.\n\nReference: docs/audit.md, A gate")
    ),
    ("defaultConfiguration", .object([("level", "error")])),
    (
      "properties",
      .object([("security-severity", .string(score(.high))), ("tags", .array(["security"]))])
    ),
  ])

  private static func result(
    _ gate: AuditComparison,
    at row: StateRow?,
    _ number: Int
  ) -> JSONNode {
    let source = AuditFinding.Source(path: gate.earlier.path, inner: [])
    return .object([
      ("ruleId", "comparison"), ("ruleIndex", .count(number)), ("level", "error"),
      ("message", text("compared with \(shown(gate.earlier.path)): \(gate.sentence)")),
      ("locations", .array([row.map(location) ?? location(source)])),
      ("partialFingerprints", fingerprint(["comparison", gate.earlier.path])),
    ])
  }

  /// The same for the same words.
  private static func fingerprint(_ words: [String]) -> JSONNode {
    let digest = Fingerprint(of: Array(words.joined(separator: "\u{0}").utf8).span)
    return .object([("place/v1", .string(String(digest.hex.prefix(32))))])
  }

  private static func location(_ source: AuditFinding.Source) -> JSONNode {
    let place = JSONNode.object([
      (
        "artifactLocation",
        .object([("uri", .string(source.uri ?? URIReference.text(source.path)))])
      )
    ])
    return .object([("physicalLocation", place)] + logical(source.inner))
  }

  private static func logical(_ names: [String]) -> [(String, JSONNode)] {
    let names = names.filter { !$0.isEmpty }.map { shown($0, limit: 400) }
    guard !names.isEmpty else { return [] }
    let full = names.joined(separator: " › ")
    return [("logicalLocations", .array([.object([("fullyQualifiedName", .string(full))])]))]
  }

  private static func location(_ row: StateRow) -> JSONNode {
    var place: [(String, JSONNode)] = [
      ("artifactLocation", .object([("uri", .string(row.uri ?? URIReference.text(row.path)))]))
    ]
    // Inside an archive the offset counts from the member's start, which a viewer of the archive can't find.
    if row.inner.isEmpty {
      let region = [("byteOffset", JSONNode.count(row.offset)), ("byteLength", .count(row.length))]
      place.append(("region", .object(region)))
    }
    return .object([("physicalLocation", .object(place))] + logical(row.inner + [row.locator]))
  }

  private static func invocations(_ contents: AuditContents, _ threshold: Severity) -> JSONNode {
    let unread = contents.errors.map { error -> JSONNode in
      let place = JSONNode.object([
        ("artifactLocation", .object([("uri", .string(URIReference.text(error.path)))]))
      ])
      return .object([
        ("level", "error"), ("message", text(shown(error.reason, limit: 1000))),
        ("locations", .array([.object([("physicalLocation", place)])])),
      ])
    }
    let unmet = contents.unmet.map { demand in
      JSONNode.object([("level", "error"), ("message", text(shown(demand, limit: 400)))])
    }
    let gate = (contents.comparison?.openReasons ?? []).map { reason in
      let words = "compared with the earlier audit: \(shown(reason, limit: 400))"
      return JSONNode.object([("level", "error"), ("message", text(words))])
    }
    let leftOut = (contents.summary.leftOut.map { [$0] } ?? []).map { leftOut in
      JSONNode.object([("level", "note"), ("message", text(leftOut.sentence))])
    }
    return .array([
      .object([
        ("executionSuccessful", .bool(contents.isProven)),
        ("exitCode", .count(contents.fails(threshold) ? 1 : contents.isProven ? 0 : 3)),
        ("startTimeUtc", .string(Timestamp.seconds(contents.startedAt))),
        ("toolExecutionNotifications", .array(unread + unmet + gate + leftOut)),
      ])
    ])
  }

  private static func text(_ words: String) -> JSONNode { .object([("text", .string(words))]) }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .critical, .high: "error"
    case .medium: "warning"
    case .low, .info: "note"
    }
  }

  /// What code scanning sorts by: from 9 critical, from 7 high, from 4 medium.
  private static func score(_ severity: Severity) -> String {
    switch severity {
    case .critical: "9.0"
    case .high: "7.5"
    case .medium: "5.0"
    case .low: "3.0"
    case .info: "0.0"
    }
  }
}
