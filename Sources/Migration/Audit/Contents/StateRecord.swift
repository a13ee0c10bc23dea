import LegacyState

/// One state as it is kept until the reports are written: what the formats show of it, and what is wrong with it alone.
///
/// There is no secret in it, and no more than in the report itself. A state is read as far as it is asked for.
struct StateRecord: Sendable {
  let core: StateCore
  private let parts: MaskedParts
  /// From the tokens on.
  private let tokens: RecordReader
  /// From the document on.
  private let rest: RecordReader

  /// Reads one; what tells a token of any state is masked.
  init(reading bytes: ArraySlice<UInt8>, _ parts: MaskedParts) {
    self.parts = parts
    var record = RecordReader(bytes)
    let account = record.optionalInt()
    let id = record.text()
    tokens = record
    let rows = record.list { TokenRecord.row(of: &$0) }
    core = StateCore(id: id, account: account, rows)
    rest = record
  }

  /// The tokens with all that is known of them.
  var tokenRecords: [TokenRecord] {
    var record = tokens
    return record.list { TokenRecord(&$0) }
  }

  /// Where it stands, and what it says.
  var body: Body {
    var record = rest
    return Body(
      name: PartReference(&record),
      facts: PartReference(&record),
      locator: Locator(&record).masked(by: parts.mask)
    )
  }

  /// Whose it is, as far as anybody says.
  var facts: PartReference<StateFacts> {
    var record = rest
    _ = PartReference<DocumentName>(&record)
    return PartReference(&record)
  }

  /// The state for tables and sentences.
  var row: StateRow {
    var record = rest
    let name = PartReference<DocumentName>(&record).part(in: parts.names, parts.mask)
    let facts = PartReference<StateFacts>(&record).part(in: parts.facts, parts.mask)
    let locator = Locator(&record)
    return StateRow(core, name, facts, locator, parts.mask)
  }

  /// What the rules that look at one state said.
  var own: [AuditFinding] {
    var record = rest
    _ = PartReference<DocumentName>(&record)
    _ = PartReference<StateFacts>(&record)
    _ = Locator(&record)
    return Self.findings(&record, core.id).map { parts.mask($0) }
  }

  /// Which rules these are about, each once.
  var ownRules: [String] {
    var record = rest
    _ = PartReference<DocumentName>(&record)
    _ = PartReference<StateFacts>(&record)
    _ = Locator(&record)
    var rules: [String] = []
    for _ in 0..<record.count() {
      let rule = record.text()
      _ = record.int()
      _ = record.part()
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rules
  }

  /// Where a state stands, and what it says.
  struct Body {
    let name: PartReference<DocumentName>
    let facts: PartReference<StateFacts>
    /// Its keys masked.
    let locator: Locator
  }

  private static func findings(_ record: inout RecordReader, _ state: String) -> [AuditFinding] {
    record.list { record in
      let rule = record.text()
      let severity = Severity.allCases[min(record.int() & 7, Severity.allCases.count - 1)]
      return AuditFinding(rule, severity, state: state, record.text())
    }
  }
}

extension StateRecord {
  /// Writes all but the account, which comes first and is known last.
  static func bytes(
    _ entry: StateEntry,
    _ tokens: [TokenRecord],
    _ name: PartReference<DocumentName>,
    _ facts: PartReference<StateFacts>,
    _ own: [AuditFinding]
  ) -> [UInt8] {
    var record = RecordWriter()
    record.put(entry.id)
    record.put(tokens) { $0.write(to: &$1) }
    name.write(to: &record)
    facts.write(to: &record)
    entry.source.locator.write(to: &record)
    record.put(own) { finding, record in
      record.put(finding.rule)
      record.put(Severity.allCases.firstIndex(of: finding.severity) ?? 0)
      record.put(finding.message)
    }
    return record.bytes
  }

  /// What comes before ``bytes(_:_:_:_:_:)``.
  static func head(account: Int?) -> [UInt8] {
    var record = RecordWriter()
    record.put(account)
    return record.bytes
  }
}
