public import Foundation
public import OAuthClient

extension OAuthClient {
  /// Hands on an address that the app was opened with; for `onOpenURL` and `application(_:open:options:)`.
  ///
  /// What becomes of the sign-in is said by the call that waits for it, and by the state; where none waits, since the app
  /// was started anew meanwhile, a failure is told as ``OAuthEvent/signInFailed(_:)``.
  ///
  /// - Parameter url: The whole address.
  /// - Returns: Whether it was the redirect that was waited for; any other address is the app's own business.
  @discardableResult
  public func handleRedirect(_ url: URL) async -> Bool {
    do throws(OAuthError) {
      return try await handleRedirect(url.absoluteString)
    } catch {
      tellOfFailure(error)
      return true
    }
  }
}
