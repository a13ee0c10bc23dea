import POSIX
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

  /// Whether bytes that show no mark can hold a state all the same; what says no is not parsed at all.
  ///
  /// - Parameters:
  ///   - bytes: The document or a piece of it.
  ///   - kinds: What a first look found in them.
  /// - Returns: Whether they can.
  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool

  /// Looks once over the whole document before it is parsed.
  static func look(at document: DocumentContent) throws(FileFailure) -> FirstLook

  /// Finds the states in a document.
  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped)
}

extension DocumentReader {
  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    kinds.contains(.hidden)
  }

  static func look(at document: DocumentContent) throws(FileFailure) -> FirstLook {
    var look = FirstLook(.nothing)
    let isMarked = try document.contains { bytes in
      let kinds = MarkSieve.shared.kinds(in: bytes)
      if kinds.contains(.mark), Marks.occur(in: bytes) { return true }
      if look.promise == .nothing, mayHoldUnmarked(bytes, kinds) { look.promise = .unmarked }
      if kinds.contains(.tokenName) { look.namesTokens = true }
      return false
    }
    if isMarked { look.promise = .marked }
    return look
  }
}
