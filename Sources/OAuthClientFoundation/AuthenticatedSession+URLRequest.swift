public import Foundation
public import OAuthClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension AuthenticatedSession {
  /// Sends a request with the access token, and gives back what was answered, as `URLSession` would.
  ///
  /// Method, URL, header fields, `httpBody` and `timeoutInterval` (for the whole exchange) are taken from the request; its
  /// other settings are `URLSession`'s own and mean nothing here: redirects are never followed, nothing is cached, and
  /// no cookies are kept.
  ///
  /// - Parameters:
  ///   - request: To one of the protected origins; a body as `httpBody`, which can be sent again, not as a stream.
  ///   - bodyBytes: How long the answer's body may be, after decompression; 1 MiB by default.
  ///   - forceRefresh: Whether the token is renewed before.
  /// - Returns: The body and the head of the answer, whatever its status.
  /// - Throws: As ``OAuthClient/AuthenticatedSession/data(for:forceRefresh:)-(ResourceRequest,_)``.
  public func data(
    for request: URLRequest,
    bodyBytes: Int = 1 << 20,
    forceRefresh: Bool = false
  ) async throws(OAuthError) -> (Data, HTTPURLResponse) {
    guard let url = request.url else {
      throw .configuration(ConfigurationProblem(.request, "the URLRequest has no URL"))
    }
    let answer = try await data(
      for: ResourceRequest(request, url, bodyBytes: bodyBytes),
      forceRefresh: forceRefresh
    )
    guard let response = HTTPURLResponse(url, answer) else {
      throw .recoverable(
        RecoverableFailure(.server, "the answer cannot be told as an HTTPURLResponse")
      )
    }
    return (Data(answer.body), response)
  }

  /// Gets what stands at an address, with the access token.
  ///
  /// - Parameter url: Of one of the protected origins.
  /// - Returns: As ``data(for:bodyBytes:forceRefresh:)``.
  /// - Throws: Likewise.
  public func data(from url: URL) async throws(OAuthError) -> (Data, HTTPURLResponse) {
    try await data(for: URLRequest(url: url))
  }
}

extension ResourceRequest {
  fileprivate init(_ request: URLRequest, _ url: URL, bodyBytes: Int) throws(OAuthError) {
    guard request.httpBodyStream == nil else {
      throw .configuration(
        ConfigurationProblem(
          .request,
          "the URLRequest has an httpBodyStream, which could not be sent again after a 401: give its bytes as httpBody"
        )
      )
    }
    self.init(
      method: request.httpMethod ?? "GET",
      url: url.absoluteString,
      headers: (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        .map { HeaderField($0.key, $0.value) },
      body: request.httpBody.map { Array($0) },
      limits: RequestLimits(bodyBytes: bodyBytes, totalSeconds: request.timeoutInterval)
    )
  }
}

extension HTTPURLResponse {
  fileprivate convenience init?(_ url: URL, _ answer: ResourceResponse) {
    self.init(
      url: url,
      statusCode: answer.status,
      httpVersion: nil,
      headerFields: Dictionary(answer.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    )
  }
}
