import Secrets

/// What a reader comes upon in a document.
enum Finding: Sendable {
  /// A state, without a source yet, and the places that make it up.
  indirect case state(LegacyAuthState, [any Place])
  /// Values that are encrypted and cannot be read: given is how.
  case sealed(String)
  /// The document could not be read as what it is, or not all of it: given is what it is.
  case unread(String)
  /// Something that is not as it should be.
  case failure(ScanFailure.Reason, Locator?)
}

/// The walk ends, because whoever receives the findings wants no more.
struct ScanStopped: Error {}

/// Receives findings in the order in which they stand in the document.
typealias Emit = (Finding) throws(ScanStopped) -> Void
