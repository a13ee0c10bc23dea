extension ProviderProfiles {
  /// Providers that run anywhere and are told by the paths of their endpoints; the first that fits counts.
  static let selfHosted: [ProviderProfile] = [
    ProviderProfile(
      id: "pingam",
      name: "PingAM or ForgeRock",
      recognition: Recognition(paths: ["/oauth2/realms/"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .family,
        sentence: "PingAM ends all tokens of the same grant"
      )
    ),
    ProviderProfile(
      id: "keycloak",
      name: "Keycloak",
      recognition: Recognition(paths: ["/realms/"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .userAndClient,
        sentence:
          "Keycloak ends the client session it belongs to; versions before the 24.0 and 26.0 lines had that mended end all sessions of the user with this client, and the consent"
      )
    ),
    ProviderProfile(
      id: "authentik",
      name: "authentik",
      recognition: Recognition(paths: ["/application/o/"]),
      revocation: RevocationFacts(
        publicClient: .unknown,
        reach: .token,
        sentence: "authentik ends only this token"
      )
    ),
    ProviderProfile(
      id: "pingfederate",
      name: "PingFederate",
      recognition: Recognition(paths: ["/as/token.oauth2"]),
      revocation: RevocationFacts(
        publicClient: .unknown,
        reach: .family,
        sentence: "PingFederate ends the access grant and its access tokens"
      )
    ),
    ProviderProfile(
      id: "zitadel",
      name: "Zitadel",
      recognition: Recognition(hosts: ["zitadel.cloud"], paths: ["/oauth/v2/token"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .token,
        sentence: "Zitadel ends the refresh token and its access token"
      )
    ),
    ProviderProfile(
      id: "duende",
      name: "Duende IdentityServer",
      recognition: Recognition(paths: ["/connect/token"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .session,
        sentence:
          "Duende ends the refresh token and the reference access tokens of that session; JWT access tokens live on until they expire"
      )
    ),
    ProviderProfile(
      id: "django-oauth-toolkit",
      name: "django-oauth-toolkit",
      recognition: Recognition(paths: ["/o/token/"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .token,
        sentence:
          "django-oauth-toolkit ends the refresh token and its access token; a rotated-out token revoked leaves its successor alive"
      ),
      // Its view stands behind Django's check against forgery: a form of another site is answered 403.
      logout: .address
    ),
  ]
}
