/// Sends requests with the session's access token, to the protected origins alone.
///
/// ```swift
/// let session = try client.authenticatedSession()
/// let answer = try await session.data(for: ResourceRequest(url: "https://api.example.com/orders"))
/// ```
///
/// The token goes over https (or to a loopback address), never along with a redirect, and never to an origin that is
/// not in ``OAuthConfiguration/protectedOrigins``.
public struct AuthenticatedSession: Sendable {
  let client: OAuthClient

  /// Sends a request and gives back what was answered, whatever its status; a redirect is not followed.
  ///
  /// A token that is over is renewed first. A 401 renews it once (or takes the one that somebody else has renewed
  /// meanwhile), and the request is sent once more. A GET that fails for a while (429, 500, 503, no connection) is
  /// repeated within a small budget; other methods never are.
  ///
  /// - Parameters:
  ///   - request: What to send.
  ///   - forceRefresh: Whether the token is renewed before, however good it looks; a 401 is given back as it is then.
  /// - Returns: The answer.
  /// - Throws: `.configuration` for a request that is not sent at all (another origin, a header that is not the
  ///   caller's to set); `.stepUp` for `insufficient_user_authentication` (RFC 9470 section 3); `.recoverable` without
  ///   an answer, with `retryAfter` where the origin asked to wait; and what ``OAuthClient/accessToken()`` throws.
  /// - SeeAlso: RFC 6750 sections 2.1 and 3.
  public func data(
    for request: ResourceRequest,
    forceRefresh: Bool = false
  ) async throws(OAuthError) -> ResourceResponse {
    ResourceResponse(try await client.call(request, forceRefresh: forceRefresh))
  }
}

extension OAuthClient {
  /// A value that sends requests with the access token; makes no request itself.
  ///
  /// - Returns: As good for as long as the client is.
  /// - Throws: `.configuration` if no protected origin is configured, since nothing could be sent.
  public nonisolated func authenticatedSession() throws(OAuthError) -> AuthenticatedSession {
    guard !configuration.protectedOrigins.isEmpty else {
      throw .configuration(
        ConfigurationProblem(
          .unprotectedOrigin,
          "protected_origins is empty, so the access token may go nowhere: name the origins of your API in it, such as https://api.example.com"
        )
      )
    }
    return AuthenticatedSession(client: self)
  }
}
