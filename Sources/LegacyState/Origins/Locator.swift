/// Where in a document a state stands.
public struct Locator: Hashable, Sendable {
  /// What kind of document it stands in.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Android's `shared_prefs/*.xml`.
    case sharedPreferences = "shared_preferences"
    /// One JSON document.
    case json
    /// One JSON document a line.
    case jsonLines = "jsonl"
    /// A property list, binary or XML.
    case propertyList = "plist"
    /// A property list that is itself an `NSKeyedArchiver` archive.
    case keyedArchive = "keyed_archive"
    /// Comma-separated values, one record a line.
    case csv
    /// An HTTP archive as browsers and proxies save it.
    case har
    /// An SQLite database with its write-ahead log and journal.
    case sqlite
    /// The iOS store of React Native's AsyncStorage: `manifest.json` and the files beside it.
    case asyncStorage = "asyncstorage"
    /// A dump of a keychain or keyring.
    case keychain
    /// A Jetpack DataStore of preferences.
    case dataStore = "datastore"
    /// A LevelDB store, such as a web view's localStorage.
    case levelDB = "leveldb"
    /// Plain text, such as a log.
    case text
    /// Bytes of a format that is not read.
    case raw
  }

  /// The cell of a table.
  public struct Cell: Hashable, Sendable {
    /// The table's name, neutralised like a key.
    public let table: String
    /// The column's name, neutralised like a key.
    public let column: String
    /// The rowid, nil for a table without.
    public let rowID: Int64?
    /// The primary key as text, where the table has no rowid; neutralised like a key.
    public let primaryKey: String?

    package init(table: String, column: String, rowID: Int64? = nil, primaryKey: String? = nil) {
      self.table = table
      self.column = column
      self.rowID = rowID
      self.primaryKey = primaryKey
    }
  }

  /// An item of a keychain.
  public struct KeychainItem: Hashable, Sendable {
    /// `svce`: the service, neutralised like a key.
    public let service: String?
    /// `acct`: the account, neutralised like a key.
    public let account: String?

    package init(service: String?, account: String?) {
      self.service = service
      self.account = account
    }
  }

  /// One step from the document to the value.
  public enum Step: Hashable, Sendable {
    /// A member or key, safe to show: one that looks like a token is replaced by its fingerprint.
    case key(String)
    /// An element of a list or set, from 0.
    case index(Int)
    /// The value so far was text, decoded as this: `json`.
    case decoded(String)
  }

  /// What kind of document it stands in.
  public let kind: Kind
  /// The way from the document to the value; empty if the document is the state.
  public let path: [Step]
  /// The first byte of the value in the file, its quotes or tags not included.
  ///
  /// For a value inside a decoded one: of the outermost that encloses it.
  public let offset: Int
  /// How many bytes it has there.
  public let length: Int
  /// The line, from 1, where the document has one state a line.
  public let line: Int?
  /// The cell, where the document is a database.
  public let cell: Cell?
  /// The item, where the document is a keychain.
  public let item: KeychainItem?

  package init(
    kind: Kind,
    path: [Step],
    range: Range<Int>,
    line: Int? = nil,
    cell: Cell? = nil,
    item: KeychainItem? = nil
  ) {
    self.kind = kind
    self.path = path
    self.offset = range.lowerBound
    self.length = range.count
    self.line = line
    self.cell = cell
    self.item = item
  }
}

extension Locator {
  /// The same place with other words for its keys.
  ///
  /// - Parameter name: Gives the word to show for a key.
  /// - Returns: A locator for reports; it no longer leads anywhere.
  package func namingKeys(_ name: (String) -> String) -> Locator {
    let path = path.map { step in
      if case .key(let key) = step { return Step.key(name(key)) }
      return step
    }
    return Locator(
      kind: kind,
      path: path,
      range: offset..<offset + length,
      line: line,
      cell: cell.map { cell in
        Cell(
          table: name(cell.table),
          column: name(cell.column),
          rowID: cell.rowID,
          primaryKey: cell.primaryKey.map(name)
        )
      },
      item: item.map { KeychainItem(service: $0.service.map(name), account: $0.account.map(name)) }
    )
  }
}

extension Locator: CustomStringConvertible {
  /// The path in one line: `accounts[1].state(json)`.
  public var description: String {
    var text = line.map { "line \($0) " } ?? ""
    if let cell {
      let row = cell.rowID.map { "\($0)" } ?? cell.primaryKey
      text += "\(cell.table).\(cell.column)\(row.map { "[\($0)]" } ?? "") "
    }
    if let item {
      text += [item.service, item.account].compactMap { $0 }.joined(separator: "/") + " "
    }
    for (position, step) in path.enumerated() {
      switch step {
      case .key(let name): text += position == 0 ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      case .decoded(let format): text += "(\(format))"
      }
    }
    return text
  }
}
