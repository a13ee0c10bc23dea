internal import HTTP
internal import Secrets

extension OAuthClient {
  /// Finishes a sign-in with a redirect that reached the app in another way, perhaps after a restart in mid-browser.
  ///
  /// Where a call of this client waits for it (``login(timeout:)``, ``stepUp(_:timeout:)``), that one gets it, goes on and
  /// says what became of it.
  ///
  /// - Parameter url: The whole address, as the browser had it.
  /// - Returns: Whether it was the redirect that was waited for; false leaves everything as it was.
  /// - Throws: What the provider or the checks had against it; the sign-in is over then.
  public func handleRedirect(_ url: String) async throws(OAuthError) -> Bool {
    if let awaited, let parameters = Self.parameters(of: url, awaiting: awaited.address),
      awaited.receiver.take(parameters)
    {
      return true
    }
    guard !isSigningIn, let flow = record.flow,
      let parameters = Self.parameters(of: url, awaiting: flow.redirectURI)
    else { return false }
    let provider = try await provider()
    let verdict = AuthorizationResponse(parameters: parameters).judged(
      by: flow,
      issuer: provider.issuer,
      issuerParameterAnnounced: provider.announcesIssuerParameter
    )
    switch verdict {
    case .stray: return false
    case .failed(let error):
      await forgetFlow()
      broadcast.set(restingState)
      throw error
    case .code(let code):
      let isFirst: Bool
      do throws(OAuthError) {
        isFirst = try await finish(code, flow: flow, provider: provider)
      } catch {
        broadcast.set(restingState)
        throw error
      }
      guard isFirst else {
        broadcast.set(restingState)
        return false
      }
      forgetStepUp()
      broadcast.set(.authenticated)
      return true
    }
  }

  /// Whether a sign-in was begun whose redirect has not come.
  package var isRedirectAwaited: Bool { record.flow != nil }

  /// Ends the call that waits for a redirect: the user has closed the browser.
  package func browserWasDismissed() { awaited?.receiver.dismiss() }

  /// Tells the app of a redirect that ended a sign-in which no call waits for.
  ///
  /// - Parameter error: What the provider or the checks had against it.
  package nonisolated func tellOfFailure(_ error: OAuthError) { onEvent(.signInFailed(error)) }

  /// The query of `url` if everything before it is the redirect URI, byte for byte; a fragment is cut off.
  private static func parameters(
    of url: String,
    awaiting redirectURI: String
  ) -> RedirectReceiver.Parameters? {
    guard url.utf8.count <= 16 * 1024,
      url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    let whole = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let parts = whole.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == redirectURI else { return nil }
    var parameters: RedirectReceiver.Parameters = []
    for pair in parts[1].split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentCoding.decode(sides[0], plusIsSpace: true),
        let value = PercentCoding.decode(sides.count == 2 ? sides[1] : "", plusIsSpace: true)
      else { return nil }
      parameters.append((name: name, value: SecretBytes(copying: Array(value.utf8))))
    }
    return parameters
  }
}
