import POSIX

/// The files beside a document, which say what it alone does not: a database's write-ahead log, the values that a
/// manifest only names.
///
/// A folder has them, and so has an archive.
protocol Companions: Sendable {
  /// Opens one, without following links.
  ///
  /// - Parameter names: The way from the document's own folder downwards; single names, never `..`.
  /// - Returns: The document, nil if there is none.
  /// - Throws: If it is there and cannot be read.
  func document(at names: [Path]) throws(FileFailure) -> DocumentContent?
}
