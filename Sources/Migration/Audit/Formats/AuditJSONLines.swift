import JSON
import POSIX

/// The report as one object a line, each with its `type`; the last one is the summary, so that a reader knows whether
/// it has all.
enum AuditJSONLines {
  static func write(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    let line = { (type: String, members: [(String, JSONNode)]) -> [UInt8] in
      JSONNode.object([("type", .string(type))] + members).encoded() + [UInt8(ascii: "\n")]
    }
    var head = AuditJSON.head(contents)
    head[0].1 = "appauth-migrate/audit-lines/1"
    try sink.write(line("audit", head))
    var text = StateLines(contents.commonParts)
    try contents.writeStates(as: text) { (bytes) throws(FileFailure) in try sink.write(bytes) }
    for finding in contents.loose { text.add(finding) }
    try sink.write(text.bytes)
    for entry in contents.coverage { try sink.write(line("coverage", entry.json().pairs)) }
    for error in contents.errors { try sink.write(line("error", error.json().pairs)) }
    for demand in contents.unmet { try sink.write(line("unmet", [("demand", .string(demand))])) }
    for extra in contents.extras { try sink.write(line(extra.name, extra.value.pairs)) }
    try sink.write(line("summary", contents.summary.json().pairs))
  }
}

/// Each state and what is wrong with it.
private struct StateLines: StateText {
  private let states: StateJSON
  private let findings = FindingJSON(isPretty: false)
  private var writer = JSONWriter(isPretty: false)

  init(_ parts: MaskedParts) {
    states = StateJSON(parts, isPretty: false)
  }

  var bytes: [UInt8] { writer.bytes }

  mutating func add(_ state: StateRecord, _ findings: CompleteFindings) {
    let all = findings.all(of: state)
    states.write(state, all.rules, type: "state", to: &writer)
    writer.endLine()
    for finding in all { add(finding) }
  }

  mutating func add(_ finding: AuditFinding) {
    findings.write(finding, type: "finding", to: &writer)
    writer.endLine()
  }
}

extension JSONNode {
  /// The members of an object.
  fileprivate var pairs: [(String, JSONNode)] {
    guard case .object(let members) = self else { return [] }
    return members.map { ($0.name, $0.value) }
  }
}
