import Secrets

/// Reads one kind of document and finds the values in it.
///
/// A new format is one type that conforms to this, and one line in ``Documents/readers``. It yields its values
/// through ``Values/read(_:_:emit:)`` or its states itself, each with a ``Place`` that knows how it is taken out.
protocol DocumentReader {
  /// The kind that its locators carry.
  static var kind: Locator.Kind { get }

  /// Whether this reader is the one for the document, by content first and by name only where content is silent.
  static func recognises(_ document: DocumentHead) -> Bool

  /// Whether the bytes can hold a state; what says no is not parsed at all.
  static func mayHoldState(_ bytes: Span<UInt8>) -> Bool

  /// Finds the states in a document.
  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped)
}

extension DocumentReader {
  static func mayHoldState(_ bytes: Span<UInt8>) -> Bool { Marks.occur(in: bytes) }
}
