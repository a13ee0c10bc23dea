package import JSON
package import OAuthClient
package import Providers

/// What else ends when a refresh token is revoked at this provider: said before anything is sent.
package struct RevocationReach: Sendable, Equatable {
  /// What is known of the provider.
  package let profile: ProviderProfile

  /// Recognises the provider by its issuer and token endpoint.
  ///
  /// - Parameter provider: Its live metadata.
  package init(_ provider: ProviderMetadata) {
    self.profile = ProviderProfiles.profile(of: provider)
  }

  /// For a person.
  package var sentence: String { profile.revocation.sentence }

  /// Whether other sessions of the user may end too, which a batch must have confirmed.
  package var mayReachFurther: Bool { profile.revocation.mayReachFurther }

  /// What a ledger row says of its effect: `token`, `family`, `session` or `unknown`; never that a user is signed out.
  package var appliesTo: String {
    switch profile.revocation.reach {
    case .token, .family, .session: profile.revocation.reach.rawValue
    case .userAndClient, .unknown: "unknown"
    }
  }

  /// For reports.
  ///
  /// - Returns: An object.
  package func json() -> JSONNode {
    .object([
      ("provider", .string(profile.id)), ("applies_to", .string(appliesTo)),
      ("may_reach_further", .bool(mayReachFurther)), ("text", .string(sentence)),
    ])
  }
}
