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
    try contents.forEachState { (record, findings) throws(FileFailure) in
      try sink.write("{\"type\":\"state\",")
      try sink.write(Array(record.json(findings).dropFirst()))
      try sink.write("\n")
      for finding in findings { try sink.write(line("finding", finding.json().pairs)) }
    }
    for finding in contents.loose { try sink.write(line("finding", finding.json().pairs)) }
    for entry in contents.coverage { try sink.write(line("coverage", entry.json().pairs)) }
    for error in contents.errors { try sink.write(line("error", error.json().pairs)) }
    for extra in contents.extras { try sink.write(line(extra.name, extra.value.pairs)) }
    try sink.write(line("summary", contents.summary.json().pairs))
  }
}

extension JSONNode {
  /// The members of an object.
  fileprivate var pairs: [(String, JSONNode)] {
    guard case .object(let members) = self else { return [] }
    return members.map { ($0.name, $0.value) }
  }
}
