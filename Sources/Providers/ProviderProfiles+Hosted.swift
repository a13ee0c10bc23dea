extension ProviderProfiles {
  /// Providers that are told by their host.
  static let hosted: [ProviderProfile] = [
    ProviderProfile(
      id: "google",
      name: "Google",
      recognition: Recognition(hosts: ["accounts.google.com"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .family,
        sentence: "Google ends the refresh token and its access tokens"
      )
    ),
    ProviderProfile(
      id: "apple",
      name: "Apple",
      recognition: Recognition(hosts: ["appleid.apple.com"]),
      revocation: RevocationFacts(
        publicClient: .refused,
        reach: .userAndClient,
        sentence:
          "Apple wants a signed client secret and ends the user's authorization of the app: revoke from your server"
      )
    ),
    ProviderProfile(
      id: "entra",
      name: "Microsoft Entra ID",
      recognition: Recognition(hosts: ["login.microsoftonline.com", "sts.windows.net"]),
      revocation: RevocationFacts(
        publicClient: .refused,
        reach: .unknown,
        sentence:
          "Entra ID has no revocation endpoint: an administrator can end all sessions of a user (Graph revokeSignInSessions)"
      )
    ),
    ProviderProfile(
      id: "entra-b2c",
      name: "Microsoft Entra B2C or External ID",
      recognition: Recognition(hosts: ["b2clogin.com", "ciamlogin.com"]),
      revocation: RevocationFacts(
        publicClient: .unknown,
        reach: .unknown,
        sentence: "no revocation endpoint of this provider is known"
      )
    ),
    ProviderProfile(
      id: "auth0",
      name: "Auth0",
      recognition: Recognition(hosts: ["auth0.com"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .userAndClient,
        sentence:
          "Auth0 ends this token, or, with the tenant setting Refresh Token Revocation Deletes Grant, all of the user's refresh tokens for this app"
      )
    ),
    ProviderProfile(
      id: "okta",
      name: "Okta",
      recognition: Recognition(hosts: ["okta.com", "oktapreview.com", "okta-emea.com"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .token,
        sentence: "Okta ends the refresh token and its access token"
      )
    ),
    ProviderProfile(
      id: "cognito",
      name: "Amazon Cognito",
      recognition: Recognition(hosts: ["amazoncognito.com"], paths: []),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .family,
        sentence: "Cognito ends the refresh token and all tokens made from it"
      ),
      logout: .cognito
    ),
    ProviderProfile(
      id: "salesforce",
      name: "Salesforce",
      recognition: Recognition(hosts: ["salesforce.com"]),
      revocation: RevocationFacts(
        publicClient: .unknown,
        reach: .family,
        sentence: "Salesforce ends the refresh token and its access tokens"
      )
    ),
    ProviderProfile(
      id: "gitlab",
      name: "GitLab",
      recognition: Recognition(hosts: ["gitlab.com"]),
      revocation: RevocationFacts(
        publicClient: .allowed,
        reach: .unknown,
        sentence: "what else GitLab ends with the token is not known"
      )
    ),
  ]
}
