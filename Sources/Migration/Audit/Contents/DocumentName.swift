/// The document that a state lies in, in words that can be shown: the same for all states of a file.
struct DocumentName: Hashable, Sendable {
  /// The package or bundle.
  let app: String?
  /// The file.
  let path: String
  /// A reference to the file, if its name is no text.
  let uri: String?
  /// Inside an archive: the member, and the member inside that.
  let inner: [String]

  init(_ entry: StateEntry) {
    let source = entry.source
    self.init(app: entry.app, path: source.path, uri: source.uri, inner: source.inner)
  }

  private init(app: String?, path: String, uri: String?, inner: [String]) {
    self.app = app
    self.path = path
    self.uri = uri
    self.inner = inner
  }

  /// The same with what tells a token of any state as its digest.
  func masked(by mask: NameMask) -> DocumentName {
    let masked = mask(path)
    return DocumentName(
      app: mask(app),
      path: masked,
      uri: masked == path ? uri : nil,
      inner: inner.map { mask($0) }
    )
  }
}

extension DocumentName: Recorded {
  func write(to record: inout RecordWriter) {
    record.put(app)
    record.put(path)
    record.put(uri)
    record.put(inner) { $1.put($0) }
  }

  init(_ record: inout RecordReader) {
    app = record.optionalText()
    path = record.text()
    uri = record.optionalText()
    inner = record.list { $0.text() }
  }
}
