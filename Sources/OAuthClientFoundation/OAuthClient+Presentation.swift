#if canImport(AuthenticationServices)
public import AuthenticationServices
public import OAuthClient

extension OAuthClient {
  /// Makes a client that signs in with the system's authentication session; makes no request.
  ///
  /// - Parameters:
  ///   - configuration: With an https redirect (which needs the associated domain `webcredentials`) or a scheme of the
  ///     app's own; not one on loopback.
  ///   - store: Where the session lies; by default sealed in Application Support, its key in the Keychain (after first
  ///     unlock, this device only).
  ///   - network: Certificates, proxy, and the like.
  ///   - validateOnRestore: Whether a stored session is proven at the provider again before it counts.
  ///   - presentationAnchor: Gives the window that the sheet is shown over.
  ///   - onEvent: Hears warnings and progress.
  /// - Returns: The client, in the state that was stored.
  /// - Throws: `.configuration` for a redirect on loopback; as
  ///   ``OAuthClient/create(configuration:store:userAgent:network:validateOnRestore:onEvent:)``.
  public static func create(
    configuration: OAuthConfiguration,
    store: (any OIDCSessionStore)? = nil,
    network: OAuthNetwork = OAuthNetwork(),
    validateOnRestore: RestoreValidation = .stored,
    presentationAnchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor,
    onEvent: @escaping @Sendable (OAuthEvent) -> Void = { _ in }
  ) async throws(OAuthError) -> OAuthClient {
    guard AuthenticationSessionBrowser.callback(for: configuration.redirectUri) != nil else {
      throw .configuration(
        ConfigurationProblem(
          .redirectURI,
          "the system's authentication session brings back https redirects and those to a scheme of the app's own, not loopback ones: change redirect_uri"
        )
      )
    }
    let browser = await AuthenticationSessionBrowser(over: presentationAnchor)
    let place: any OIDCSessionStore
    if let store {
      place = store
    } else {
      place = try AppStore.store(for: configuration, keychain: SystemKeychain())
    }
    let client = try await create(
      configuration: configuration,
      store: place,
      userAgent: browser,
      network: network,
      validateOnRestore: validateOnRestore,
      onEvent: onEvent
    )
    await browser.serve(client)
    return client
  }
}
#endif
