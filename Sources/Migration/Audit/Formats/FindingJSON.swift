import JSON

/// Writes findings as the json has them: what a rule says of each is written once and copied.
struct FindingJSON: Sendable {
  private let rules: [String: [UInt8]]

  /// Sets up the writing.
  ///
  /// - Parameters:
  ///   - isPretty: Whether each member has a line.
  ///   - level: How deep a finding stands in its document.
  init(isPretty: Bool, level: Int = 0) {
    rules = Dictionary(
      uniqueKeysWithValues: Rules.all.map { rule in
        var writer = JSONWriter(isPretty: isPretty, level: level + 1, isInside: true)
        writer.member("fix", rule.fix)
        writer.member("next", rule.next)
        writer.member("reference", rule.reference)
        return (rule.id, writer.bytes)
      }
    )
  }

  /// Writes one, behind a first member if it has one.
  func write(_ finding: AuditFinding, type: String? = nil, to writer: inout JSONWriter) {
    writer.beginObject()
    if let type { writer.member("type", type) }
    writer.member("rule", finding.rule)
    writer.member("severity", finding.severity.rawValue)
    writer.member("state", finding.state)
    writer.member("message", finding.message)
    if let rule = rules[finding.rule] {
      writer.splice(rule)
    } else {
      writer.member("fix", finding.fix)
      writer.member("next", finding.next)
      writer.member("reference", finding.reference)
    }
    if let accepted = finding.accepted {
      writer.name("accepted")
      writer.node(accepted.json())
    }
    writer.endObject()
  }
}
