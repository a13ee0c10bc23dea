internal import HTTP
internal import JOSE
internal import Secrets

extension OAuthClient {
  /// The provider's metadata, read live once in the life of this client.
  func provider() async throws(OAuthError) -> ProviderMetadata {
    if let metadata { return metadata }
    let read =
      if configuration.endpoints == nil, let pinned { pinned } else {
        try await discovery.metadata(for: configuration)
      }
    for warning in read.warnings { onEvent(.warning(warning)) }
    metadata = read
    return read
  }

  /// Takes metadata that somebody has read live and compared, instead of reading them again.
  ///
  /// - Parameter provider: Of the configured issuer.
  package func pin(_ provider: ProviderMetadata) { pinned = provider }

  func keys(of provider: ProviderMetadata) -> KeySource {
    if let keySource { return keySource }
    let source = KeySource(transport: transport, address: provider.jwksURI)
    keySource = source
    return source
  }

  /// Proves an ID token, fetching the provider's keys again once if it names one that is not among them, or one
  /// that may have been replaced.
  ///
  /// - Parameters:
  ///   - idToken: The token.
  ///   - expectations: What it must say.
  ///   - serverDate: The `Date` of the answer that brought it, in seconds since 1970: a wrong clock is then named as such.
  ///   - provider: Whose keys count.
  /// - Returns: The claims, proven.
  /// - Throws: `.recoverable(.refusedResponse)`, naming the claim; what fetching the keys throws.
  func validated(
    _ idToken: SecretBytes,
    expecting expectations: IDTokenExpectations,
    serverDate: Double?,
    provider: ProviderMetadata
  ) async throws(OAuthError) -> IDTokenClaims {
    do throws(IDTokenRefusal) {
      return try await examined(
        idToken,
        expecting: expectations,
        serverDate: serverDate,
        provider: provider
      )
    } catch {
      throw error.meaning(asking: nil)
    }
  }

  /// As ``validated(_:expecting:serverDate:provider:)``, with the reason as it is.
  func examined(
    _ idToken: SecretBytes,
    expecting expectations: IDTokenExpectations,
    serverDate: Double?,
    provider: ProviderMetadata
  ) async throws(IDTokenRefusal) -> IDTokenClaims {
    let source = keys(of: provider)
    let validator = IDTokenValidator(expectations)
    let clock = IDTokenClock(
      now: NumericDate(seconds: transport.clock.now()),
      leeway: configuration.clockLeewaySeconds,
      serverDate: serverDate.map { NumericDate(seconds: $0) }
    )
    let keys = try await Self.read { () async throws(OAuthError) in try await source.current() }
    do throws(IDTokenFailure) {
      return try validator.validate(idToken, keys: keys, clock: clock)
    } catch {
      guard error.wantsFreshKeys,
        let renewed = try await Self.read({ () async throws(OAuthError) in
          try await source.renewed(isDoubtful: !error.lacksKey)
        })
      else { throw .token(error) }
      do throws(IDTokenFailure) {
        return try validator.validate(idToken, keys: renewed, clock: clock)
      } catch {
        throw .token(error)
      }
    }
  }

  private static func read<Keys>(
    _ body: () async throws(OAuthError) -> Keys
  ) async throws(IDTokenRefusal) -> Keys {
    do throws(OAuthError) { return try await body() } catch { throw .other(error) }
  }

  /// Proves the ID token that a refresh brought (OIDC Core 12.2).
  func proveRefreshed(
    _ idToken: SecretBytes,
    renewing old: SessionTokens,
    accessToken: SecretBytes,
    serverDate: Double?,
    at provider: ProviderMetadata
  ) async throws(OAuthError) {
    let claims = try await validated(
      idToken,
      expecting: IDTokenExpectations(
        issuer: provider.issuer,
        clientID: configuration.clientId,
        accessToken: accessToken
      ),
      serverDate: serverDate,
      provider: provider
    )
    do throws(IDTokenFailure) {
      // The first token was proven when it came and has lain under the seal since.
      let original = try IDTokenClaims(restoring: old.idToken)
      if try RefreshedIDTokenRules(original: original).check(claims).isEmpty { return }
      onEvent(.warning("the refreshed ID token names another auth_time than the first one"))
    } catch {
      // Another issuer is wrong like another audience, and says nothing of who the user is.
      guard error.code == .identityChanged else {
        throw IDTokenRefusal.token(error).meaning(asking: nil)
      }
      throw .reauthenticate(
        ReauthenticationReason(
          .identityChanged,
          "the refreshed ID token is about another user: the session is over, sign in again"
        )
      )
    }
  }
}
