/// Something worth telling while a call is under way; the library itself never prints.
public enum OAuthEvent: Sendable, Equatable {
  /// The configuration or the provider deserves a remark.
  case warning(String)
  /// The browser was asked to open the start page.
  case browserOpened
  /// What was to open the browser failed, and nobody has fetched the start page yet: the user can open it by hand.
  case openerFailed(String, address: String)
  /// The redirect arrived and is being judged.
  case redirectReceived
  /// A redirect ended a sign-in that no call waits for, since the program was started anew meanwhile.
  case signInFailed(OAuthError)
  /// The new session is validated and stored; with the algorithm of its ID token.
  case signedIn(idTokenAlgorithm: String)
  /// A stored session could not be used and was set aside, with the reason.
  case setAside(String)
  /// The answer to a refresh was lost, perhaps with the run that waited for it, and it is sent once more.
  case refreshRepeated(String)
  /// The provider may hold a grant that nobody can use or revoke from here.
  case leftBehind(String)
  /// A token could not be stored; it is kept in memory and stored first next time.
  case saveFailed(String)
}
