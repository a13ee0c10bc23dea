extension SQLiteTable {
  /// Reads what SQLite keeps of a table; a statement that can't be read gives a table without names.
  init(name: String, root: Int, statement: [UInt8]) {
    var parser = SQLiteStatementParser(statement)
    parser.readTable()
    self.init(
      name: name,
      root: root,
      columns: parser.columns,
      primaryKey: parser.primaryKey,
      rowIDColumn: parser.rowIDColumn
    )
  }
}

/// `CREATE TABLE name (columns, constraints) options`; expressions are passed over by their brackets.
private struct SQLiteStatementParser {
  private(set) var columns: [SQLiteTable.Column] = []
  private(set) var primaryKey: [Int] = []
  private(set) var rowIDColumn: Int?
  private var words: SQLiteWords
  private var word: SQLiteWords.Word?

  private static let mostColumns = 4096
  private static let mostKeyColumns = 64

  init(_ statement: [UInt8]) {
    words = SQLiteWords(statement)
    word = words.next()
  }

  mutating func readTable() {
    while let current = word, current != .sign(UInt8(ascii: "(")) { advance() }
    advance()
    while word != nil, columns.count < Self.mostColumns {
      readDefinition()
      guard word == .sign(UInt8(ascii: ",")) else { break }
      advance()
    }
    // An INTEGER PRIMARY KEY means nothing special in a table without rowid.
    while word != nil {
      if isKeyword("WITHOUT") { rowIDColumn = nil }
      advance()
    }
  }

  private mutating func readDefinition() {
    let constraints = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]
    if constraints.contains(where: { isKeyword($0) }) { return readTableConstraint() }
    guard case .name(let name, _) = word else { return skipDefinition() }
    advance()
    readColumn(named: name)
  }

  private mutating func readColumn(named name: String) {
    let type = readType()
    let position = columns.count
    var isGenerated = false
    var isStored = false
    while let current = word, current != .sign(UInt8(ascii: ",")), current != Self.close {
      if isKeyword("PRIMARY") {
        advance()
        if isKeyword("KEY") { advance() }
        primaryKey = [position]
        // `INTEGER PRIMARY KEY DESC` is no rowid, by an old mistake that files rely on.
        if type == "INTEGER", !isKeyword("DESC") { rowIDColumn = position }
      } else if isKeyword("AS") {
        isGenerated = true
        advance()
      } else if isKeyword("STORED") {
        isStored = true
        advance()
      } else {
        skip()
      }
    }
    columns.append(
      SQLiteTable.Column(name: name, type: type, isStored: !isGenerated || isStored)
    )
  }

  /// The words of the type, without what stands in brackets behind them.
  private mutating func readType() -> String {
    let ends = [
      "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE",
      "REFERENCES", "GENERATED", "AS",
    ]
    var type: [String] = []
    while case .name(let word, _) = word, !ends.contains(where: { isKeyword($0) }) {
      type.append(word.uppercased())
      advance()
    }
    if !type.isEmpty, word == .sign(UInt8(ascii: "(")) { skip() }
    return type.joined(separator: " ")
  }

  private mutating func readTableConstraint() {
    if isKeyword("CONSTRAINT") {
      advance()
      advance()
    }
    guard isKeyword("PRIMARY") else { return skipDefinition() }
    advance()
    advance()
    guard word == .sign(UInt8(ascii: "(")) else { return skipDefinition() }
    advance()
    var key: [Int] = []
    var startsColumn = true
    while let current = word, current != Self.close {
      if startsColumn, key.count < Self.mostKeyColumns, case .name(let name, _) = current,
        let position = columns.firstIndex(where: { $0.name.lowercased() == name.lowercased() }),
        !key.contains(position)
      {
        key.append(position)
      }
      startsColumn = current == .sign(UInt8(ascii: ","))
      skip()
    }
    primaryKey = key
    if key.count == 1, columns[key[0]].type == "INTEGER" { rowIDColumn = key[0] }
    skipDefinition()
  }

  /// Goes to the comma or bracket that ends the definition.
  private mutating func skipDefinition() {
    if word == Self.close { advance() }
    while let current = word, current != .sign(UInt8(ascii: ",")), current != Self.close { skip() }
  }

  /// Goes over one word, or over all that a bracket holds.
  private mutating func skip() {
    guard word == .sign(UInt8(ascii: "(")) else { return advance() }
    var depth = 0
    while let current = word {
      if current == .sign(UInt8(ascii: "(")) { depth += 1 }
      if current == Self.close { depth -= 1 }
      advance()
      if depth == 0 { return }
    }
  }

  private mutating func advance() { word = words.next() }

  private func isKeyword(_ keyword: String) -> Bool {
    guard case .name(let name, false) = word else { return false }
    return name.uppercased() == keyword
  }

  private static let close = SQLiteWords.Word.sign(UInt8(ascii: ")"))
}
