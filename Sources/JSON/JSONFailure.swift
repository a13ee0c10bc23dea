/// Why a document was refused, and where.
package struct JSONFailure: Error, Equatable, Sendable {
  /// The rule that was broken.
  package enum Reason: String, Sendable {
    case empty = "there is no value"
    case endedEarly = "the document ends inside a value"
    case unexpectedByte = "unexpected character"
    case trailingComma = "there is a comma before the closing bracket, where JSON allows none"
    case trailingContent = "there is something behind the value"
    case byteOrderMark = "a byte order mark is not allowed"
    case invalidLiteral = "only true, false and null may stand without quotes"
    case invalidNumber = "not a number as JSON writes it"
    case invalidEscape = "unknown escape in a string"
    case controlCharacter = "unescaped control character in a string"
    case invalidUTF8 = "a string holds bytes that are not UTF-8"
    case tooDeep = "too many values inside each other"
    case tooManyValues = "too many values"
    case tooLarge = "the document is larger than 4 GiB"
  }

  /// The rule that was broken.
  package let reason: Reason
  /// Where, in bytes from the start of what was parsed.
  package let offset: Int
  /// The line, from 1.
  package let line: Int
  /// The byte in that line, from 1.
  package let column: Int

  /// Says what broke where.
  ///
  /// - Parameters:
  ///   - reason: The rule that was broken.
  ///   - offset: Bytes from the start of what was parsed.
  ///   - line: From 1.
  ///   - column: From 1, in bytes.
  package init(reason: Reason, offset: Int, line: Int, column: Int) {
    self.reason = reason
    self.offset = offset
    self.line = line
    self.column = column
  }
}

extension JSONFailure: CustomStringConvertible {
  /// The rule and the place; never a piece of the document.
  package var description: String {
    "\(reason.rawValue) (line \(line), column \(column))"
  }
}
