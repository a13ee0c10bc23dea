/// Why a text is not the XML that Android's preferences are.
struct XMLFailure: Error, Equatable {
  enum Reason: String {
    case endedEarly = "the file ends inside an element"
    case unexpectedByte = "unexpected character"
    case wrongEndTag = "an end tag that closes nothing"
    case unknownEntity = "an entity that XML itself does not have"
    case forbiddenSection = "a DOCTYPE or CDATA section, which Android never writes"
    case tooDeep = "too many elements inside each other"
    case trailingContent = "there is something behind the root element"
  }

  let reason: Reason
  let line: Int
  let column: Int
}

extension XMLFailure: CustomStringConvertible {
  var description: String { "\(reason.rawValue) (line \(line), column \(column))" }
}

extension XMLFailure {
  /// Where a fault is, in lines and columns.
  init(_ fault: XMLScanner.Fault, in bytes: Span<UInt8>) {
    var line = 1
    var lineStart = 0
    for at in 0..<min(fault.offset, bytes.count) where bytes[at] == UInt8(ascii: "\n") {
      line += 1
      lineStart = at + 1
    }
    self.init(reason: fault.reason, line: line, column: fault.offset - lineStart + 1)
  }
}
