#if canImport(AuthenticationServices)
import AuthenticationServices
import Foundation
import OAuthClient

/// The system's authentication session (RFC 8252 appendix B.1): a sheet of the system browser over the app's window,
/// which gives the redirect back to the app by itself.
@MainActor
final class AuthenticationSessionBrowser: NSObject, OAuthUserAgent {
  private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
  /// The client holds this browser; the other way round it would never go.
  private weak var client: OAuthClient?
  /// Kept for as long as its sheet is there.
  private var session: ASWebAuthenticationSession?

  init(over anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
    self.anchor = anchor
  }

  /// Says whose redirects it brings back.
  func serve(_ client: OAuthClient) { self.client = client }

  nonisolated var bringsRedirectBack: Bool { true }

  func open(_ address: String) async throws(OAuthError) {
    try await open(address, returningTo: nil) { _ in }
  }

  func open(
    _ address: String,
    returningTo redirect: String?,
    onFailure: @escaping @Sendable (String) -> Void
  ) async throws(OAuthError) {
    guard let url = URL(string: address), let callback = redirect.flatMap(Self.callback) else {
      throw .recoverable(
        RecoverableFailure(.browser, "the authentication session has no redirect to wait for")
      )
    }
    session?.cancel()
    let started = ASWebAuthenticationSession(url: url, callback: callback) { [weak self] url, _ in
      self?.ended(with: url)
    }
    started.presentationContextProvider = self
    session = started
    guard started.start() else {
      session = nil
      throw .recoverable(
        RecoverableFailure(.browser, "the authentication session did not start: try again")
      )
    }
  }

  private func ended(with url: URL?) {
    session = nil
    guard let client else { return }
    Task {
      if let url {
        await client.handleRedirect(url)
      } else {
        await client.browserWasDismissed()
      }
    }
  }

  /// What the session waits for; nil for a redirect that it cannot bring back.
  nonisolated static func callback(
    for redirect: String
  ) -> ASWebAuthenticationSession.Callback? {
    guard let url = URL(string: redirect), let scheme = url.scheme?.lowercased() else { return nil }
    switch scheme {
    case "http": return nil
    case "https":
      return url.host().map { .https(host: $0, path: url.path().isEmpty ? "/" : url.path()) }
    default: return .customScheme(scheme)
    }
  }
}

extension AuthenticationSessionBrowser: ASWebAuthenticationPresentationContextProviding {
  func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
    anchor()
  }
}
#endif
