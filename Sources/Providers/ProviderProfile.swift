/// What is known of one kind of provider beyond what its metadata says.
///
/// Facts come from the providers' documentation and sources; where nothing is known, a profile says so instead of
/// guessing.
package struct ProviderProfile: Sendable, Equatable {
  /// A stable word, used in reports.
  package let id: String
  /// The product's name.
  package let name: String
  package let recognition: Recognition
  package let revocation: RevocationFacts
  package let logout: LogoutDialect

  package init(
    id: String,
    name: String,
    recognition: Recognition,
    revocation: RevocationFacts,
    logout: LogoutDialect = .standard
  ) {
    self.id = id
    self.name = name
    self.recognition = recognition
    self.revocation = revocation
    self.logout = logout
  }
}

/// How a provider is told from its issuer and the paths of its endpoints.
package struct Recognition: Sendable, Equatable {
  /// The issuer's host is this, or ends in a dot and this.
  package let hosts: [String]
  /// A part of the path of the issuer or of the token endpoint.
  package let paths: [String]

  package init(hosts: [String] = [], paths: [String] = []) {
    self.hosts = hosts
    self.paths = paths
  }
}

/// What the revocation of a refresh token does at a provider (RFC 7009 leaves it open).
package struct RevocationFacts: Sendable, Equatable {
  /// Whether a client without a secret may revoke.
  package enum PublicClient: String, Sendable {
    case allowed, refused, unknown
  }

  /// What ends along with the token.
  package enum Reach: String, Sendable {
    /// That token, and perhaps its access token.
    case token
    /// All tokens of that authorization.
    case family
    /// The client's session of that browser.
    case session
    /// Other sessions of the user with that client too, or the consent.
    case userAndClient = "user_and_client"
    case unknown
  }

  package let publicClient: PublicClient
  package let reach: Reach
  /// For a person, before anything is sent.
  package let sentence: String

  package init(publicClient: PublicClient, reach: Reach, sentence: String) {
    self.publicClient = publicClient
    self.reach = reach
    self.sentence = sentence
  }

  /// Whether other sessions of the user may end too, which a batch must have confirmed.
  package var mayReachFurther: Bool { reach == .userAndClient }
}

/// How a browser is sent to a provider's sign-out.
package enum LogoutDialect: String, Sendable {
  /// OIDC RP-Initiated Logout, as a form: the ID token stands in no address.
  case standard
  /// The same by address: the provider takes no form from elsewhere.
  ///
  /// The ID token then stands in the browser's history, and without it the provider would ask the user.
  case address
  /// By address, with `client_id` and `logout_uri`; nothing tells when it is done.
  case cognito
}
