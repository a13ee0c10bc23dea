internal import HTTP
internal import JOSE
internal import LegacyState
package import OAuthClient
package import POSIX
internal import Secrets

/// Makes a plan out of what an audit found and what the provider says of itself; pure.
package struct PlanBuilder: Sendable {
  /// The version that the plan names.
  package var version: String
  /// What was audited.
  package var inputs: [Path]
  /// The live metadata of the provider that the user named.
  package var provider: ProviderMetadata
  /// The new client.
  package var configuration: OAuthConfiguration
  /// How it shall be done.
  package var options = PlanOptions()
  /// Whether the user chose how to sign in; else several people in the dump mean that nobody does.
  package var isLoginChosen = false
  /// Where the session goes; nil for the standard place.
  package var store: String?
  /// The proxy, without its password.
  package var proxy: String?
  /// Says whose a state is that does not.
  package var map: IssuerMap?
  /// Seconds since 1970: what expired before is not sent.
  package var now: Double

  /// Begins with what every plan needs.
  ///
  /// - Parameters:
  ///   - version: The version that the plan names.
  ///   - inputs: What was audited.
  ///   - provider: The live metadata of the provider that the user named.
  ///   - configuration: The new client.
  ///   - now: Seconds since 1970.
  package init(
    version: String,
    inputs: [Path],
    provider: ProviderMetadata,
    configuration: OAuthConfiguration,
    now: Double
  ) {
    self.version = version
    self.inputs = inputs
    self.provider = provider
    self.configuration = configuration
    self.now = now
  }

  /// The plan.
  ///
  /// - Parameter states: Every state that the audit found.
  /// - Returns: Deterministic, without secrets and times.
  package func plan(for states: [AuditedState]) -> MigrationPlan {
    let selection = selection(of: states.map { RevocationCandidate($0.state, map: map) })
    let kept = Self.reasonsToKeep(selection)
    var deletions: [PlannedState] = []
    var leftAlone: [PlanLeftAlone] = []
    for audited in states {
      // A plan has to name its files as they are, and must hold no token.
      guard !audited.state.isInFileNamedLikeToken else {
        leftAlone.append(
          PlanLeftAlone(
            .place(SafeFact(audited.state)(path: audited.state.source.file.shown)),
            reason: "token_name",
            words: "its name looks like a token, which a plan must not hold: rename it"
          )
        )
        continue
      }
      let state = PlannedState(audited.state)
      if let reason = Self.notRemovable(audited) ?? kept[state.id] {
        leftAlone.append(PlanLeftAlone(.state(state), reason: reason.word, words: reason.words))
      } else {
        deletions.append(state)
      }
    }
    for unsent in selection.notSent where unsent.reason != .noRefreshToken {
      leftAlone.append(
        PlanLeftAlone(
          .token(unsent.fingerprint, states: unsent.states),
          reason: unsent.reason.rawValue,
          words: unsent.reason.description
        )
      )
    }
    let options = resolvedOptions(for: states)
    return MigrationPlan(
      toolVersion: version,
      inputs: inputs,
      provider: plannedProvider,
      options: options,
      client: options.login == .skip ? nil : plannedClient,
      revocations: revocations(selection, states),
      deletions: deletions,
      leftAlone: leftAlone
    )
  }

  /// Which tokens go to the provider: those of its issuer, each with its own client.
  package func selection(of candidates: [RevocationCandidate]) -> RevocationSelection {
    RevocationSelection(
      candidates,
      issuer: provider.issuer,
      spelling: configuration.issuer,
      liveTokenEndpoint: provider.tokenEndpoint.text,
      includesHistorical: options.includesHistorical,
      now: now
    )
  }

  /// The provider as the plan writes it down, and as it is compared when the plan is applied.
  package var plannedProvider: PlanProvider {
    var endpoints = [
      "authorization_endpoint": provider.authorizationEndpoint.text,
      "token_endpoint": provider.tokenEndpoint.text,
      "jwks_uri": provider.jwksURI.text,
    ]
    endpoints["revocation_endpoint"] = provider.revocationEndpoint?.text
    endpoints["userinfo_endpoint"] = provider.userinfoEndpoint?.text
    endpoints["pushed_authorization_request_endpoint"] =
      provider.pushedAuthorizationRequestEndpoint?.text
    endpoints["end_session_endpoint"] = provider.endSessionEndpoint?.text
    return PlanProvider(
      issuer: provider.issuer,
      clientID: configuration.clientId,
      endpoints: endpoints,
      isConfigured: configuration.endpoints != nil,
      reach: RevocationReach(provider).sentence,
      proxy: proxy
    )
  }
}

extension PlanBuilder {
  private struct Reason {
    let word: String
    let words: String
  }

  private static func notRemovable(_ audited: AuditedState) -> Reason? {
    guard let refusal = DeletionRefusal.foreseen(for: audited.state) else { return nil }
    let word =
      switch refusal {
      case .uncertain: "uncertain"
      case .hardLinked: "hard_linked"
      default: PlanLeftAlone.notRemovable
      }
    return Reason(word: word, words: refusal.description)
  }

  /// States with a token that is still at work somewhere stay: deleting them would only hide it.
  private static func reasonsToKeep(_ selection: RevocationSelection) -> [String: Reason] {
    var reasons: [String: Reason] = [:]
    for unsent in selection.notSent {
      switch unsent.reason {
      case .noRefreshToken, .expired, .historical: continue
      default: break
      }
      for id in unsent.states where reasons[id] == nil {
        reasons[id] = Reason(word: unsent.reason.rawValue, words: unsent.reason.description)
      }
    }
    return reasons
  }

  private func revocations(
    _ selection: RevocationSelection,
    _ states: [AuditedState]
  ) -> [PlannedRevocation] {
    let endpoints = Dictionary(
      states.map { ($0.state.id, $0.state.tokenEndpoint) },
      uniquingKeysWith: { first, _ in first }
    )
    let kinds = Dictionary(
      states.flatMap { $0.state.tokens.map { ($0.secret.fingerprint, $0.kind.rawValue) } },
      uniquingKeysWith: { first, _ in first }
    )
    return selection.targets.map { target in
      PlannedRevocation(
        fingerprint: target.fingerprint,
        length: target.token.count,
        kind: kinds[target.fingerprint] ?? "opaque",
        issuer: target.issuer,
        clientID: target.clientID,
        states: target.states,
        storedTokenEndpoint: target.states.compactMap { endpoints[$0] ?? nil }.first,
        isHistorical: target.isHistorical
      )
    }
  }

  /// One operator signs in for one person's dump; for many it would prove nothing more.
  private func resolvedOptions(for states: [AuditedState]) -> PlanOptions {
    var options = options
    guard !isLoginChosen else { return options }
    let subjects = Set(
      states.compactMap { audited -> Fingerprint? in
        guard let token = audited.state.idToken?.secret,
          let claims = try? IDTokenClaims(restoring: token), claims.issuer == provider.issuer
        else { return nil }
        return SecretBytes(copying: Array(claims.subject.utf8)).fingerprint
      }
    )
    if subjects.count > 1 { options.login = .skip }
    return options
  }

  private var plannedClient: PlanClient {
    var client = PlanClient(
      redirectURI: configuration.redirectUri,
      postLogoutRedirectURI: configuration.postLogoutRedirectUri,
      scopes: configuration.scopes
    )
    client.protectedOrigins = configuration.protectedOrigins.sorted()
    client.resources = configuration.resources
    client.extraParameters = configuration.extraParameters
    client.dpop = configuration.dpop.rawValue
    client.par = configuration.pushedAuthorization.rawValue
    client.clockLeewaySeconds = configuration.clockLeewaySeconds
    client.store = store
    return client
  }
}
