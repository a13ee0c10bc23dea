/// A table as its CREATE TABLE statement has it.
struct SQLiteTable {
  struct Column: Hashable {
    let name: String
    /// The declared type, in capitals; empty if there is none.
    let type: String
    /// A generated column that is computed when it is read has no place in a record.
    let isStored: Bool
  }

  let name: String
  /// The page of its root.
  let root: Int
  let columns: [Column]
  /// Positions of the primary key's columns, in its order; empty if there is none.
  let primaryKey: [Int]
  /// The column that is another name for the rowid, and is kept nowhere else.
  let rowIDColumn: Int?

  /// The columns in the order in which a record has them: a table without rowid has its primary key first.
  func stored(withoutRowID: Bool) -> [Int] {
    let stored = columns.indices.filter { columns[$0].isStored }
    guard withoutRowID else { return stored }
    return primaryKey + stored.filter { !primaryKey.contains($0) }
  }

  /// The column that says what a row is about: the key of a store of keys and values.
  var keyColumn: Int? {
    if primaryKey.count == 1, primaryKey[0] != rowIDColumn { return primaryKey[0] }
    return columns.firstIndex { Self.keyNames.contains($0.name.lowercased()) }
  }

  private static let keyNames: Set<String> = [
    "key", "k", "name", "primkey", "item_key", "itemkey", "pref_key",
  ]
}
