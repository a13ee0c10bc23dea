import Secrets

/// A value of a table.
///
/// Its layer is empty: a database is never read as a whole, and never changed but through SQLite.
struct SQLiteCellPlace: Place {
  let layer: Layer
  /// Where the value stands, counted as if the database were one piece.
  let range: Range<Int>

  /// An edit that fits no bytes, so that nobody takes a database apart by hand.
  static func removal(of places: [SQLiteCellPlace]) -> [ByteEdit] {
    places.map { ByteEdit(removing: $0.range) }
  }

  func replacement(by content: SecretBytes) -> ByteEdit {
    ByteEdit(replacing: range, with: content)
  }
}
