/// How strictly a document is read, and how much of it.
package struct JSONDialect: Sendable, Equatable {
  /// Whether a UTF-8 byte order mark may lead.
  package var allowsByteOrderMark = false
  /// Whether strings may hold unescaped control characters.
  package var allowsControlCharacters = false
  /// Whether bytes in strings that are no UTF-8 are kept instead of refused.
  package var keepsInvalidUTF8 = false
  /// The most containers inside each other.
  package var maximumDepth = 512
  /// The most values and names; what bounds the memory of a document made of nothing but commas.
  package var maximumNodes = 4_000_000

  /// RFC 8259 to the letter: what protocol answers and our own files are read with.
  package static let strict = JSONDialect()

  /// What Android's `org.json` writes and takes back, as far as AppAuth's states need it.
  package static let androidState: JSONDialect = {
    var dialect = JSONDialect()
    dialect.allowsByteOrderMark = true
    dialect.allowsControlCharacters = true
    dialect.keepsInvalidUTF8 = true
    dialect.maximumDepth = 4096
    return dialect
  }()
}
