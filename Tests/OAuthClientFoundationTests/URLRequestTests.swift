import DemoProvider
import Foundation
import HTTP
import OAuthClient
import OAuthClientFoundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5))) struct `A URLRequest with the access token` {
  private func app(_ provider: DemoProvider) async throws -> (AuthenticatedSession, URL) {
    let browser = AppBrowser()
    let app = try await App(provider, browser)
    browser.openURL { url in await app.client.handleRedirect(url) }
    try await app.client.login()
    return (try app.client.authenticatedSession(), app.apiURL)
  }

  private func json(_ data: Data) throws -> [String: String] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
  }

  @Test func `carries method, headers and body`() async throws {
    let provider = try DemoProvider()
    let (session, url) = try await app(provider)
    var request = URLRequest(url: url.appending(path: "orders"))
    request.httpMethod = "PUT"
    request.httpBody = Data("body".utf8)
    request.setValue("seen", forHTTPHeaderField: "X-Note")
    let (data, response) = try await session.data(for: request)
    #expect(response.statusCode == 200)
    #expect(response.url == request.url)
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json")
    let body = try json(data)
    #expect(body["method"] == "PUT" && body["body"] == "body" && body["note"] == "seen")
    #expect(body["path"]?.hasSuffix("/orders") == true)
    #expect(try json(try await session.data(from: url).0)["method"] == "GET")
  }

  @Test func `is sent again with its body after a 401`() async throws {
    let provider = try DemoProvider(DemoConfiguration(requiresOfflineAccess: false))
    let (session, url) = try await app(provider)
    provider.inject(DemoFault(.api, .answer(DemoAnswer(status: 401)), times: 1))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data("again".utf8)
    let (data, _) = try await session.data(for: request)
    #expect(try json(data)["body"] == "again")
    #expect(provider.counts[.api] == 2)
  }

  @Test func `may not bring its own token, a stream, or go elsewhere`() async throws {
    let provider = try DemoProvider()
    let (session, url) = try await app(provider)
    var own = URLRequest(url: url)
    own.setValue("Bearer x", forHTTPHeaderField: "Authorization")
    var streamed = URLRequest(url: url)
    streamed.httpMethod = "POST"
    streamed.httpBodyStream = InputStream(data: Data("x".utf8))
    for request in [own, streamed] {
      await #expect(throws: OAuthError.configuration(ConfigurationProblem(.request, ""))) {
        try await session.data(for: request)
      }
    }
    let other = try #require(URL(string: "https://other.example/"))
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.unprotectedOrigin, ""))) {
      try await session.data(from: other)
    }
    #expect(provider.counts[.api] == nil)
  }

  @Test func `gets redirects and errors as they are, and lines of one name in one`() async throws {
    let provider = try DemoProvider()
    let (session, url) = try await app(provider)
    var answer = DemoAnswer.redirect(to: "https://other.example/")
    answer.headers += [("X-Part", "a"), ("X-Part", "b")]
    provider.inject(DemoFault(.api, .answer(answer), times: 1))
    let (_, moved) = try await session.data(from: url)
    #expect(moved.statusCode == 302)
    #expect(moved.value(forHTTPHeaderField: "X-Part") == "a, b")
    provider.inject(DemoFault(.api, .answer(DemoAnswer(status: 404))))
    #expect(try await session.data(from: url).1.statusCode == 404)
  }

  @Test func `is bounded as it is told to be`() async throws {
    let provider = try DemoProvider()
    let (session, url) = try await app(provider)
    provider.inject(DemoFault(.api, .answer(.huge(2 << 20))))
    let request = URLRequest(url: url)
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.tooLarge, ""))) {
      try await session.data(for: request)
    }
    #expect(try await session.data(for: request, bodyBytes: 2 << 20).0.count == 2 << 20)
  }
}
