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
  static func mayHoldUnmarked(_ bytes: Span<UInt8>) -> Bool

  /// Looks once over the whole document before it is parsed.
  static func look(at document: DocumentContent) throws(FileFailure) -> FirstLook

  /// Finds the states in a document.
  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped)
}

extension DocumentReader {
  static func mayHoldUnmarked(_ bytes: Span<UInt8>) -> Bool { Marks.mayHide(in: bytes) }

  static func look(at document: DocumentContent) throws(FileFailure) -> FirstLook {
    var look = FirstLook.nothing
    let isMarked = try document.contains { bytes in
      if Marks.occur(in: bytes) { return true }
      if look == .nothing, mayHoldUnmarked(bytes) { look = .unmarked }
      return false
    }
    return isMarked ? .marked : look
  }
}

/// What the bytes of a document promise.
enum FirstLook {
  /// No state can be in it.
  case nothing
  /// It is worth reading, but whether it is broken is nobody's business.
  case unmarked
  /// It has a mark of AppAuth, so what cannot be read in it is an error.
  case marked
}
