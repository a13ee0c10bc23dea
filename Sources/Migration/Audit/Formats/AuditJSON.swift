import JSON
import POSIX

/// The report by the schema `appauth-migrate/audit/1`, members in its order, without ever being in memory as a whole.
enum AuditJSON {
  static func write(_ contents: AuditContents, to sink: ReportSink) throws(FileFailure) {
    try sink.write("{")
    var separator = ""
    for (name, value) in head(contents) {
      try sink.write("\(separator)\n  \"\(name)\": ")
      try sink.write(value.encoded(pretty: true, level: 1))
      separator = ","
    }
    try list("states", sink) { (add) throws(FileFailure) in
      let text = StateList(states: StateJSON(contents.commonParts, isPretty: true, level: 2))
      try contents.writeStates(as: text, to: add)
    }
    try list("findings", sink) { (add) throws(FileFailure) in
      let texts = FindingJSON(isPretty: true, level: 2)
      try contents.writeStates(as: FindingList(texts: texts), to: add)
      var loose = FindingList(texts: texts)
      for finding in contents.loose { loose.add(finding) }
      try add(loose.bytes)
    }
    try list("coverage", sink) { (add) throws(FileFailure) in
      for entry in contents.coverage { try add(element(entry.json())) }
    }
    try list("errors", sink) { (add) throws(FileFailure) in
      for error in contents.errors { try add(element(error.json())) }
    }
    try list("unmet", sink) { (add) throws(FileFailure) in
      for demand in contents.unmet { try add(element(.string(demand))) }
    }
    for extra in contents.extras {
      try sink.write(",\n  \"\(extra.name)\": ")
      try sink.write(extra.value.encoded(pretty: true, level: 1))
    }
    try sink.write(",\n  \"summary\": ")
    try sink.write(contents.summary.json().encoded(pretty: true, level: 1))
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

  /// Writes a list; its elements come with a comma and a line break before each.
  private static func list(
    _ name: String,
    _ sink: ReportSink,
    _ fill: (([UInt8]) throws(FileFailure) -> Void) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    try sink.write(",\n  \"\(name)\": [")
    var isEmpty = true
    try fill { (elements) throws(FileFailure) in
      guard !elements.isEmpty else { return }
      try sink.write(isEmpty ? Array(elements.dropFirst()) : elements)
      isEmpty = false
    }
    try sink.write(isEmpty ? "]" : "\n  ]")
  }

  private static func element(_ value: JSONNode) -> [UInt8] {
    Array(",\n    ".utf8) + value.encoded(pretty: true, level: 2)
  }
}

/// The elements of `states`.
private struct StateList: StateText {
  let states: StateJSON
  private var writer = JSONWriter(isPretty: true, level: 2, isInside: true)

  init(states: StateJSON) {
    self.states = states
  }

  var bytes: [UInt8] { writer.bytes }

  mutating func add(_ state: StateRecord, _ findings: CompleteFindings) {
    writer.nextElement()
    states.write(state, findings.rules(of: state), to: &writer)
  }
}

/// The elements of `findings`.
private struct FindingList: StateText {
  let texts: FindingJSON
  private var writer = JSONWriter(isPretty: true, level: 2, isInside: true)

  init(texts: FindingJSON) {
    self.texts = texts
  }

  var bytes: [UInt8] { writer.bytes }

  mutating func add(_ state: StateRecord, _ findings: CompleteFindings) {
    for finding in findings.all(of: state) { add(finding) }
  }

  mutating func add(_ finding: AuditFinding) {
    writer.nextElement()
    texts.write(finding, to: &writer)
  }
}
