/// One word of the command line, byte for byte: a file name need not be UTF-8.
package struct Word: Sendable, Hashable, ExpressibleByStringLiteral {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  /// As text; what is not UTF-8 is U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
