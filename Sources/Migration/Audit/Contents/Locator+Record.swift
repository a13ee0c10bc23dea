import JSON
import LegacyState

extension Locator {
  func write(to record: inout RecordWriter) {
    record.put(Self.kinds.firstIndex(of: kind) ?? 0)
    record.put(path) { step, record in
      switch step {
      case .key(let name):
        record.put(0)
        record.put(name)
      case .index(let index):
        record.put(1)
        record.put(index)
      case .decoded(let format):
        record.put(2)
        record.put(format)
      }
    }
    record.put(offset)
    record.put(length)
    record.put(line)
    record.put(cell != nil)
    if let cell {
      record.put(cell.table)
      record.put(cell.column)
      record.put(cell.rowID.map { Int($0) })
      record.put(cell.primaryKey)
    }
    record.put(item != nil)
    if let item {
      record.put(item.service)
      record.put(item.account)
    }
  }

  init(_ record: inout RecordReader) {
    let number = record.int()
    let path = record.list { record -> Step in
      switch record.int() {
      case 0: .key(record.text())
      case 1: .index(record.int())
      default: .decoded(record.text())
      }
    }
    let offset = max(0, record.int())
    let length = max(0, record.int())
    let line = record.optionalInt()
    var cell: Cell?
    if record.bool() {
      cell = Cell(
        table: record.text(),
        column: record.text(),
        rowID: record.optionalInt().map { Int64($0) },
        primaryKey: record.optionalText()
      )
    }
    var item: KeychainItem?
    if record.bool() {
      item = KeychainItem(service: record.optionalText(), account: record.optionalText())
    }
    self.init(
      kind: Self.kinds.indices.contains(number) ? Self.kinds[number] : .raw,
      path: path,
      range: offset..<offset + min(length, Int.max - offset),
      line: line,
      cell: cell,
      item: item
    )
  }

  private static let kinds = Kind.allCases

  /// The same with what tells a token of any state as its digest.
  func masked(by mask: NameMask) -> Locator {
    // A line of a file has no name.
    path.isEmpty && cell == nil && item == nil ? self : namingKeys { mask($0) }
  }

  /// Writes it as the report has it.
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("kind", kind.rawValue)
    writer.name("path")
    writer.beginArray()
    for step in path {
      writer.nextElement()
      switch step {
      case .key(let name): writer.string(name)
      case .index(let index): writer.int(index)
      case .decoded(let format):
        writer.beginObject()
        writer.member("decoded", format)
        writer.endObject()
      }
    }
    writer.endArray()
    writer.member("offset", offset)
    writer.member("length", length)
    if let line { writer.member("line", line) }
    if let cell {
      writer.member("table", cell.table)
      writer.member("column", cell.column)
      if let row = cell.rowID { writer.member("rowid", Int(row)) }
      if let key = cell.primaryKey { writer.member("primary_key", key) }
    }
    if let item {
      writer.member("service", item.service)
      writer.member("account", item.account)
    }
    writer.endObject()
  }
}
