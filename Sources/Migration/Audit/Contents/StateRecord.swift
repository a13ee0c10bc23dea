import JSON

/// One state as it is kept until the reports are written: its JSON but for `findings`, what is wrong with it alone,
/// and what the other formats show of it.
///
/// There is no secret in it, and no more than in the report itself.
struct StateRecord {
  let core: StateCore
  /// What the rules that look at one state said.
  let own: [AuditFinding]
  /// The state in `states`, compact, without its last member and the closing brace.
  let json: ArraySlice<UInt8>
  private let rest: RecordReader
  private let mask: NameMask?

  /// The state for tables and sentences.
  var row: StateRow {
    var rest = rest
    let row = StateRow(core, &rest)
    return mask.map { row.masked(by: $0) } ?? row
  }

  /// Reads one; where a mask is given, what tells a token of any state is masked.
  init(reading bytes: [UInt8], mask: NameMask? = nil) {
    self.mask = mask
    var record = RecordReader(bytes)
    let id = record.text()
    core = StateCore(
      id: id,
      account: record.optionalInt(),
      tokens: record.list { TokenRow(&$0) }
    )
    let own = record.list { record in
      let rule = record.text()
      let severity = Severity.allCases[min(record.int() & 7, Severity.allCases.count - 1)]
      return AuditFinding(rule, severity, state: id, record.text())
    }
    self.own = mask.map { mask in own.map { mask($0) } } ?? own
    let json = record.part()
    self.json = mask.map { $0(json) } ?? json
    rest = record
  }

  static func bytes(_ entry: StateEntry, _ row: StateRow, _ own: [AuditFinding]) -> [UInt8] {
    var record = RecordWriter()
    record.put(row.core.id)
    record.put(row.core.account)
    record.put(row.core.tokens) { $0.write(to: &$1) }
    record.put(own) { finding, record in
      record.put(finding.rule)
      record.put(Severity.allCases.firstIndex(of: finding.severity) ?? 0)
      record.put(finding.message)
    }
    record.put(open(entry.json()))
    row.write(to: &record)
    return record.bytes
  }

  private static func open(_ state: JSONNode) -> [UInt8] {
    guard case .object(let members) = state else { return [] }
    var bytes = JSONNode.object(members.filter { $0.name != "findings" }).encoded()
    bytes.removeLast()
    return bytes
  }
}
