/// The document that a state lies in, in words that can be shown: the same for all states of a file.
struct DocumentName: Hashable, Sendable {
  /// The package or bundle.
  let app: String?
  /// The file.
  let path: String
  /// Inside an archive: the member, and the member inside that.
  let inner: [String]

  init(_ entry: StateEntry) {
    self.init(app: entry.app, path: entry.source.path, inner: entry.source.inner)
  }

  private init(app: String?, path: String, inner: [String]) {
    self.app = app
    self.path = path
    self.inner = inner
  }

  /// The same with what tells a token of any state as its digest.
  func masked(by mask: NameMask) -> DocumentName {
    DocumentName(app: mask(app), path: mask(path), inner: inner.map { mask($0) })
  }
}

extension DocumentName: Recorded {
  func write(to record: inout RecordWriter) {
    record.put(app)
    record.put(path)
    record.put(inner) { $1.put($0) }
  }

  init(_ record: inout RecordReader) {
    app = record.optionalText()
    path = record.text()
    inner = record.list { $0.text() }
  }
}
