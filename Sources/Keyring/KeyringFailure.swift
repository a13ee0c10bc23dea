/// Why the system keyring could not do what it was asked for.
package enum KeyringFailure: Error, Sendable, Equatable {
  /// libsecret is not on this machine.
  case libraryMissing
  /// There is no session bus to be reached.
  case noBus(String)
  /// Nobody on the bus offers the Secret Service.
  case noService(String)
  /// There is no collection to keep a new key in.
  case noCollection
  /// The collection is locked, and nobody was asked to unlock it.
  case locked
  /// The user was asked to unlock it and did not.
  case dismissed
  /// No answer in the time that there is.
  case silent
  /// Anything else, in the library's words.
  case refused(String)
}
