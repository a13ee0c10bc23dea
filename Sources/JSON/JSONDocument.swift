package import Secrets

/// A JSON text that was checked from end to end and can be walked without being copied.
///
/// The values are ranges of ``bytes``; strings and numbers are decoded when asked for, secrets straight into
/// protected memory.
///
/// - SeeAlso: RFC 8259
package final class JSONDocument: Sendable {
  /// What was parsed; every range counts from its start.
  package let bytes: SecretBytes
  let nodes: [JSONTableNode]

  /// Checks and indexes a document.
  ///
  /// - Parameters:
  ///   - bytes: The buffer that holds the text; kept as long as the document or a value of it lives.
  ///   - range: The part of it that is the text, blanks around allowed; all of it if nil.
  ///   - dialect: What is let pass, and how deep.
  /// - Throws: The first rule that was broken, with line and column inside `range`.
  package init(
    parsing bytes: SecretBytes,
    range: Range<Int>? = nil,
    dialect: JSONDialect = .strict
  ) throws(JSONFailure) {
    let range = range ?? 0..<bytes.count
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    self.nodes = try bytes.withBytes { span throws(JSONFailure) in
      var scanner = JSONScanner(range: range, dialect: dialect)
      do throws(JSONScanner.Fault) {
        try scanner.scan(span)
      } catch {
        throw JSONFailure(error, in: span, range: range)
      }
      return scanner.nodes
    }
  }

  /// The outermost value.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

extension JSONFailure {
  fileprivate init(_ fault: JSONScanner.Fault, in bytes: Span<UInt8>, range: Range<Int>) {
    var line = 1
    var lineStart = range.lowerBound
    for at in range.lowerBound..<min(fault.offset, range.upperBound)
    where bytes[at] == UInt8(ascii: "\n") {
      line += 1
      lineStart = at + 1
    }
    self.init(
      reason: fault.reason,
      offset: fault.offset - range.lowerBound,
      line: line,
      column: fault.offset - lineStart + 1
    )
  }
}
