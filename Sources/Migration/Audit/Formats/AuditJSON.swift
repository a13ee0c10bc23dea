import JSON
import POSIX

/// The report by the schema `appauth-migrate/audit/1`, members in its order, without ever being in memory as a whole.
enum AuditJSON {
  static func write(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    try sink.write("{")
    var separator = ""
    for (name, value) in head(contents) {
      try sink.write("\(separator)\n  \"\(name)\": ")
      try sink.write(IndentedJSON.bytes(value.encoded()[...], level: 1))
      separator = ","
    }
    try list("states", sink) { (add) throws(FileFailure) in
      try contents.forEachState { (record, findings) throws(FileFailure) in
        try add(record.json(findings))
      }
    }
    try list("findings", sink) { (add) throws(FileFailure) in
      try contents.forEachState { (_, findings) throws(FileFailure) in
        for finding in findings { try add(finding.json().encoded()) }
      }
      for finding in contents.loose { try add(finding.json().encoded()) }
    }
    try list("coverage", sink) { (add) throws(FileFailure) in
      for entry in contents.coverage { try add(entry.json().encoded()) }
    }
    try list("errors", sink) { (add) throws(FileFailure) in
      for error in contents.errors { try add(error.json().encoded()) }
    }
    for extra in contents.extras {
      try sink.write(",\n  \"\(extra.name)\": ")
      try sink.write(IndentedJSON.bytes(extra.value.encoded()[...], level: 1))
    }
    try sink.write(",\n  \"summary\": ")
    try sink.write(IndentedJSON.bytes(contents.summary.json().encoded()[...], level: 1))
    try sink.write("\n}\n")
  }

  /// What stands before the states.
  static func head(_ contents: AuditContents) -> [(String, JSONNode)] {
    [
      ("schema", "appauth-migrate/audit/1"), ("tool", tool(contents)),
      ("started_at", .string(Timestamp.seconds(contents.startedAt))),
      ("complete", .bool(contents.isComplete)),
    ]
  }

  static func tool(_ contents: AuditContents) -> JSONNode {
    .object([("name", "appauth-migrate"), ("version", .string(contents.version))])
  }

  private static func list(
    _ name: String,
    _ sink: ReportSink,
    _ fill: (([UInt8]) throws(FileFailure) -> Void) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    try sink.write(",\n  \"\(name)\": [")
    var count = 0
    try fill { (element) throws(FileFailure) in
      try sink.write(count == 0 ? "\n    " : ",\n    ")
      try sink.write(IndentedJSON.bytes(element[...], level: 2))
      count += 1
    }
    try sink.write(count == 0 ? "]" : "\n  ]")
  }
}

extension StateRecord {
  /// The state in `states`, compact.
  func json(_ findings: [AuditFinding]) -> [UInt8] {
    let rules = JSONNode.array(findings.rules.map { .string($0) }).encoded()
    var bytes = Array(json)
    bytes += ",\"findings\":".utf8
    bytes += rules
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }
}
