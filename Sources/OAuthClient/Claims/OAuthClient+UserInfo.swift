internal import HTTP
internal import JOSE
internal import JSON
internal import Secrets

extension OAuthClient {
  /// Asks the provider what it says about the user now (OIDC Core 5.3).
  ///
  /// The endpoint is the provider's own and need not stand in ``OAuthConfiguration/protectedOrigins``. The token is
  /// renewed as for any request.
  ///
  /// - Returns: The claims, about the user of this session.
  /// - Throws: `.configuration` if the provider has no such endpoint or does not let this client ask;
  ///   `.recoverable(.refusedResponse)` if the answer is about another user, not signed as it should be, or no claims at
  ///   all, of which nothing is given back then; `.reauthenticate`, `.stepUp` and `.recoverable` as
  ///   ``AuthenticatedSession/data(for:forceRefresh:)``.
  public func userInfo() async throws(OAuthError) -> UserInfo {
    guard record.tokens != nil else {
      throw .reauthenticate(
        ReauthenticationReason(.noSession, "nobody is signed in: sign in first")
      )
    }
    let provider = try await provider()
    guard let endpoint = provider.userinfoEndpoint else {
      throw .configuration(
        ConfigurationProblem(
          .unsupported,
          "the provider names no userinfo_endpoint: take the claims of the ID token instead"
        )
      )
    }
    let response = try await call(
      Request(url: endpoint, headers: [.init("Accept", "application/json, application/jwt")]),
      purpose: "asking for the user info"
    )
    guard response.status == 200 else { throw meaning(ofUserInfo: response, at: endpoint) }
    let root = try await claims(ofUserInfo: response, at: provider)
    guard !root.hasDuplicateMembers, let subject = root["sub"]?.string(), !subject.isEmpty else {
      throw Self.refused("it has no sub, or a member twice")
    }
    // Byte for byte, and as it is now: somebody else may have signed in meanwhile.
    guard let own = claims?.subject, own.utf8.elementsEqual(subject.utf8) else {
      throw Self.refused("it is about another user than the session (OIDC Core 5.3.2)")
    }
    return UserInfo(subject: subject, root)
  }

  private func meaning(ofUserInfo response: Response, at endpoint: HTTPURL) -> OAuthError {
    // Some servers send their JSON errors as text/html.
    let error = AnswerBody(response).error
    let answer = ["\(response.status)", error].compactMap(\.self).joined(separator: " ")
    if let wait = transport.waitError(for: response, origin: endpoint.origin) { return wait }
    switch response.status {
    case 401:
      return .reauthenticate(
        ReauthenticationReason(
          .accessTokenRejected,
          "the provider does not take the access token at its userinfo_endpoint (\(answer)): sign in again"
        )
      )
    case 400..<500 where response.status != 408:
      return .configuration(
        ConfigurationProblem(
          .refused,
          "the userinfo_endpoint refused the request (\(answer)): let the provider give this client the scopes that it asks for"
        )
      )
    default:
      return .recoverable(
        RecoverableFailure(
          .server,
          "the userinfo_endpoint answered \(answer): try again later",
          providerError: error
        )
      )
    }
  }

  private func claims(
    ofUserInfo response: Response,
    at provider: ProviderMetadata
  ) async throws(OAuthError) -> JSONValue {
    switch response.contentType {
    case "application/jwt": return try await signedClaims(response.body, at: provider)
    case let type? where type == "application/json" || type.hasSuffix("+json"):
      guard let root = AnswerBody.object(of: response) else {
        throw Self.refused("it is no JSON object")
      }
      return root
    default:
      throw Self.refused("it says that it is neither application/json nor application/jwt")
    }
  }

  private func signedClaims(
    _ body: SecretBytes,
    at provider: ProviderMetadata
  ) async throws(OAuthError) -> JSONValue {
    let source = keys(of: provider)
    let keys = try await source.current()
    let now = transport.clock.now() - Double(configuration.clockLeewaySeconds)
    let signed: SignedUserInfo
    do throws(JWSFailure) {
      signed = try SignedUserInfo(body)
    } catch {
      throw Self.refused(
        error.code == .encrypted
          ? "it is encrypted, which nothing was registered for: take userinfo_encrypted_response_alg out of the client's registration"
          : error.message
      )
    }
    let issuer = provider.issuer
    let clientID = configuration.clientId
    do throws(JWSFailure) {
      return try signed.claims(with: keys, issuer: issuer, clientID: clientID, now: now)
    } catch {
      guard error.code == .unknownKey, let renewed = try await source.renewed() else {
        throw Self.refused(error.message)
      }
      do throws(JWSFailure) {
        return try signed.claims(with: renewed, issuer: issuer, clientID: clientID, now: now)
      } catch {
        throw Self.refused(error.message)
      }
    }
  }

  private static func refused(_ reason: String) -> OAuthError {
    .recoverable(
      RecoverableFailure(
        .refusedResponse,
        "the answer of the userinfo_endpoint was refused (\(reason)): nothing of it is used"
      )
    )
  }
}
