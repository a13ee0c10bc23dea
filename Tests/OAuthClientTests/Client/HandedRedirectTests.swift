import DemoProvider
import HTTP
import Locks
import OAuthClient
import POSIX
import Testing

/// Redirects that come to an app by its own scheme or address, not to a port.
@Suite(.timeLimit(.minutes(10))) struct `A redirect that comes to the app` {
  private static let redirect = "com.example.app:/oauth"

  @Test func `is taken by the sign-in that waits for it`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book, redirectURI: Self.redirect)
    let login = Task { try await client.login() }
    let url = try await handedOver(await book.address())
    for stray in [
      "com.example.app:/oauth?code=x&state=wrong", "com.example.app:/other?code=x",
      "https://app.example.com/", "", url.replacing("com.example.app", with: "com.example.APP"),
    ] {
      #expect(try await !client.handleRedirect(stray))
    }
    #expect(client.sessionState == .authorizing)
    #expect(try await client.handleRedirect(url))
    try await login.value
    #expect(client.sessionState == .authenticated)
    #expect(try await !client.handleRedirect(url))
    #expect(rig.provider.counts[.token] == 1)
  }

  @Test func `with an error ends the sign-in that waits for it`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book, redirectURI: Self.redirect)
    let login = Task { try await client.login() }
    let denying = HeadlessBrowser(.denies(name: "demo", password: "demo-password"))
    let url = try await handedOver(await book.address(), denying)
    #expect(try await client.handleRedirect(url))
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.denied, ""))) {
      try await login.value
    }
    #expect(client.sessionState == .unauthenticated)
  }

  @Test func `never comes once the user has closed the browser`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book, redirectURI: Self.redirect)
    let login = Task { try await client.login() }
    _ = await book.address()
    await client.browserWasDismissed()
    await #expect(throws: OAuthError.recoverable(.cancelled)) { try await login.value }
    #expect(client.sessionState == .unauthenticated)
    // And nothing happens where no browser is open.
    await client.browserWasDismissed()
  }

  @Test func `ends a sign-out, where the browser brings it back`() async throws {
    let rig = try Rig()
    let agent = AppBrowser()
    let client = try await rig.client(
      agent: agent,
      redirectURI: Self.redirect,
      postLogoutRedirectURI: "com.example.app:/signed-out"
    )
    agent.returns { url in try await client.handleRedirect(url) }
    try await client.login()
    let outcome = try await client.logout()
    #expect(outcome.sessionEnded)
    #expect(outcome.tokenRevoked)
    #expect(rig.provider.endedSessions == 1)
  }

  private func handedOver(
    _ address: String,
    _ browser: HeadlessBrowser = HeadlessBrowser()
  ) async throws -> String {
    let end = try await browser.open(address) { !$0.hasPrefix("http") }
    guard case .handedOver(let url) = end else { throw OAuthError.recoverable(.cancelled) }
    return url
  }
}

/// A browser with cookies that gives every address of the app back to it, as a system's authentication session does.
private final class AppBrowser: OAuthUserAgent {
  private let browser = HeadlessBrowser()
  private let back = Mutex<(@Sendable (String) async throws -> Bool)?>(nil)

  var bringsRedirectBack: Bool { true }

  func returns(_ body: @escaping @Sendable (String) async throws -> Bool) {
    back.withLock { $0 = body }
  }

  func open(_ address: String) async throws(OAuthError) {
    Task {
      let end = try await self.browser.open(address) { !$0.hasPrefix("http") }
      guard case .handedOver(let url) = end else { return }
      _ = try await self.back.withLock { $0 }?(url)
    }
  }
}
