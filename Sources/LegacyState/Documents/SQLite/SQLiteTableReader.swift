import Secrets

/// Looks into the texts and blobs of one table.
struct SQLiteTableReader {
  /// Shorter values hold no state.
  static let leastBytes = 24

  private let table: SQLiteTable
  private let encoding: SQLiteHeader.TextEncoding
  private let root: Layer
  /// Whether each row is a sign-in, a column for each of its values.
  private let areSplit: Bool

  init(_ table: SQLiteTable, _ encoding: SQLiteHeader.TextEncoding, _ root: Layer) {
    self.table = table
    self.encoding = encoding
    self.root = root
    areSplit = SplitKeys.areColumns(table.columns.map(\.name))
  }

  func read(_ row: SQLiteRow, _ bytes: Span<UInt8>, emit: Emit) throws(ScanStopped) {
    for (position, field) in row.record.fields.enumerated()
    where field.range.count >= Self.leastBytes && (field.isText || field.isBlob) {
      let value = bytes.extracting(field.range)
      let encoding = field.isText ? encoding : SQLiteText.encoding(ofBlob: value)
      if encoding == .utf8, !Values.mayHoldState(value) { continue }
      let text = SQLiteText.utf8(value, encoding)
      if encoding != .utf8, !text.withBytes({ Values.mayHoldState($0) }) { continue }
      let column = position < row.columns.count ? row.columns[position] : nil
      let place = SQLiteCellPlace(layer: root, range: row.range(of: field))
      try Values.read(
        Layer(text, origin: place),
        context(row, bytes, column: column, position),
        emit: emit
      )
    }
    if areSplit { try readColumns(row, bytes, emit: emit) }
  }

  /// The values of a row whose columns are a sign-in's.
  private func readColumns(
    _ row: SQLiteRow,
    _ bytes: Span<UInt8>,
    emit: Emit
  ) throws(ScanStopped) {
    var values: [BareValue] = []
    for (position, field) in row.record.fields.enumerated()
    where position < row.columns.count && !field.range.isEmpty && (field.isText || field.isBlob) {
      let name = table.columns[row.columns[position]].name
      let text = SQLiteText.utf8(bytes.extracting(field.range), field.isText ? encoding : .utf8)
      let place = SQLiteCellPlace(layer: root, range: row.range(of: field))
      values.append(BareValue(name: name, step: .key(name), place: place) { text })
    }
    guard let refresh = row.columns.firstIndex(where: { table.columns[$0].name == "refreshToken" })
    else { return }
    let context = context(row, bytes, column: row.columns[refresh], refresh)
    try SplitKeys.read(columns: values, context, emit: emit)
  }

  /// Where a value stands: the cell, and the row's key as the first step of the path.
  func context(
    _ row: SQLiteRow,
    _ bytes: Span<UInt8>,
    column: Int?,
    _ position: Int
  ) -> ValueContext {
    let isKey = column != nil && column == table.keyColumn
    let key = isKey ? nil : table.keyColumn.flatMap { shown(row, bytes, $0) }
    return ValueContext(
      kind: .sqlite,
      path: key.map { [.key($0)] } ?? [],
      cell: Locator.Cell(
        table: TokenShape.shown(Array(table.name.utf8)),
        column: column.map { TokenShape.shown(Array(table.columns[$0].name.utf8)) }
          ?? "column \(position + 1)",
        rowID: row.rowID,
        primaryKey: row.rowID == nil ? primaryKey(row, bytes) : nil
      )
    )
  }

  private func primaryKey(_ row: SQLiteRow, _ bytes: Span<UInt8>) -> String? {
    let parts = table.primaryKey.map { shown(row, bytes, $0) ?? "?" }
    return parts.isEmpty ? nil : parts.joined(separator: ",")
  }

  /// A value as text, neutralised; nil for what is no text or number, or too long for a name.
  private func shown(_ row: SQLiteRow, _ bytes: Span<UInt8>, _ column: Int) -> String? {
    guard let field = row.field(column) else { return nil }
    if let number = SQLiteRecord.integer(field, in: bytes) { return String(number) }
    guard field.isText || field.isBlob, field.range.count <= 512 else { return nil }
    let text = SQLiteText.utf8(bytes.extracting(field.range), field.isText ? encoding : .utf8)
    return text.withBytes { text in TokenShape.shown(text.indices.map { text[$0] }) }
  }
}
