/// What a first look over all bytes of a document found.
struct FirstLook: Sendable {
  /// What they promise.
  enum Promise: Sendable {
    /// No state can be in it.
    case nothing
    /// It is worth reading, but whether it is broken is nobody's business.
    case unmarked
    /// It has a mark of AppAuth, so what cannot be read in it is an error.
    case marked
  }

  var promise: Promise
  /// Whether the name of a token may stand in what was looked at.
  var namesTokens = false

  init(_ promise: Promise) {
    self.promise = promise
  }
}

/// What a first look at a document found, by whom it would be read.
enum EarlyLook: Sendable {
  case known(FirstLook)
  case foreign(ForeignLook)
}

/// What a first look at a document found that no reader takes.
struct ForeignLook: Sendable {
  /// Whether what a state looks like is in it.
  var holdsState = false
  /// Whether a sign-in is in it in a binary format that nobody reads.
  var holdsStore = false
  /// Whether it is worth reading as text.
  var isMarked = false
}
