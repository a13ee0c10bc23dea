import DemoProvider
import Foundation
import HTTP
import Locks
import OAuthClient
import OAuthClientFoundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app as its developer writes it, over what the system has in the place of a browser.
struct App: Sendable {
  let client: OAuthClient
  let apiURL: URL

  init(_ provider: DemoProvider, _ browser: any OAuthUserAgent) async throws {
    let api = "http://127.0.0.1:\(provider.port)"
    let configuration = try OAuthConfiguration(
      issuer: provider.issuer,
      clientId: "migrated-app",
      redirectUri: "https://app.example.com/oauth",
      postLogoutRedirectUri: "https://app.example.com/signed-out",
      scopes: ["openid", "profile"],
      protectedOrigins: [api]
    )
    client = try await OAuthClient.create(configuration: configuration, userAgent: browser)
    apiURL = try #require(URL(string: provider.url(of: .api)))
  }

  func signIn() async -> OAuthError? {
    do {
      try await client.login()
    } catch let error as OAuthError {
      switch error {
      case .recoverable, .reauthenticate, .stepUp, .configuration: return error
      }
    }
    return nil
  }

  func opened(with url: URL) -> Task<Void, Never> {
    Task { _ = await client.handleRedirect(url) }
  }

  func load() async throws -> (Data, HTTPURLResponse) {
    let session = try client.authenticatedSession()
    let (data, response) = try await session.data(for: URLRequest(url: apiURL))
    return (data, response)
  }

  func observe() async -> SessionState? {
    for await state in await client.sessionStates() { return state }
    return nil
  }
}

#if canImport(AuthenticationServices)
import AuthenticationServices

extension App {
  /// Compiled only: a test has no window.
  @MainActor
  static func client(
    of configuration: OAuthConfiguration,
    over window: ASPresentationAnchor
  ) async throws -> OAuthClient {
    try await OAuthClient.create(
      configuration: configuration,
      presentationAnchor: { window }
    )
  }
}
#endif

@Suite(.timeLimit(.minutes(5))) struct `An app` {
  @Test func `signs in, calls its API, and signs out`() async throws {
    let provider = try DemoProvider()
    let browser = AppBrowser()
    let app = try await App(provider, browser)
    browser.openURL { url in _ = await app.opened(with: url).value }
    #expect(await app.observe() == .unauthenticated)
    #expect(await app.signIn() == nil)
    #expect(await app.observe() == .authenticated)
    let (data, response) = try await app.load()
    #expect(response.statusCode == 200)
    #expect(String(decoding: data, as: UTF8.self).contains("sub-demo"))
    let outcome = try await app.client.logout()
    #expect(outcome.sessionEnded)
    #expect(provider.endedSessions == 1)
  }

  @Test func `that is started anew in mid-browser hears of a sign-in that failed`() async throws {
    let provider = try DemoProvider()
    let store = InMemorySessionStore()
    let configuration = try OAuthConfiguration(
      issuer: provider.issuer,
      clientId: "migrated-app",
      redirectUri: "https://app.example.com/oauth"
    )
    let browser = AppBrowser()
    let urls = AsyncStream.makeStream(of: URL.self)
    browser.openURL { url in urls.continuation.yield(url) }
    let killed = try await OAuthClient.create(
      configuration: configuration,
      store: store,
      userAgent: browser
    )
    let login = Task { try await killed.login() }
    var iterator = urls.stream.makeAsyncIterator()
    let url = try #require(await iterator.next())
    let events = Mutex<[OAuthEvent]>([])
    let restarted = try await OAuthClient.create(
      configuration: configuration,
      store: store,
      userAgent: browser,
      onEvent: { event in events.withLock { $0.append(event) } }
    )
    #expect(restarted.sessionState == .authorizing)
    let stranger = try #require(URL(string: "https://app.example.com/oauth?code=x&state=y"))
    #expect(await !restarted.handleRedirect(stranger))
    provider.inject(DemoFault(.token, .tamperedSignature))
    #expect(await restarted.handleRedirect(url))
    #expect(restarted.sessionState == .unauthenticated)
    let failures = events.withLock { $0 }.filter {
      if case .signInFailed = $0 { true } else { false }
    }
    #expect(failures.count == 1)
    login.cancel()
    _ = await login.result
  }
}

/// Gives addresses of the app back to it, as the system does.
final class AppBrowser: OAuthUserAgent {
  private let browser = HeadlessBrowser()
  private let open = Mutex<(@Sendable (URL) async -> Void)?>(nil)

  var bringsRedirectBack: Bool { true }

  func openURL(_ body: @escaping @Sendable (URL) async -> Void) { open.withLock { $0 = body } }

  func open(_ address: String) async throws(OAuthError) {
    Task {
      let end = try await self.browser.open(address) { $0.hasPrefix("https://app.example.com/") }
      guard case .handedOver(let text) = end, let url = URL(string: text) else { return }
      await self.open.withLock { $0 }?(url)
    }
  }
}
