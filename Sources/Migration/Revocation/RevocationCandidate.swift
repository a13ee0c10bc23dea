internal import JOSE
public import LegacyState
public import Secrets

/// What the selection looks at in one state.
///
/// All of it comes from a file that anybody may have written.
public struct RevocationCandidate: Sendable {
  /// A refresh token of the state.
  public struct Token: Sendable {
    /// The token.
    public let secret: SecretBytes
    /// When it expires, as far as it says so itself; seconds since 1970.
    public let expiry: Double?
    /// When it was made, as far as it says so itself.
    public let issuedAt: Double?
    /// The provider's session, as far as it names one.
    public let sessionID: String?

    /// Reads what a token says of itself, if it is a JWT: hints, by which no issuer is ever chosen.
    ///
    /// - Parameters:
    ///   - secret: The token.
    ///   - expiry: When it expires, where the state says so.
    public init(_ secret: SecretBytes, expiry: Double? = nil) {
      let claims = secret.withBytes { UnverifiedJWT($0) }
      self.secret = secret
      self.expiry = expiry ?? claims?.expiry?.seconds
      self.issuedAt = claims?.issuedAt?.seconds
      self.sessionID = claims?.sessionID
    }
  }

  /// The state's id.
  public var state: String
  /// The issuer that the state names.
  public var issuer: String?
  /// The `iss` of its ID token, not verified.
  public var issuerFromIDToken: String?
  /// The client that it names.
  public var clientID: String?
  /// The token endpoint that it names: only ever compared, never used.
  public var tokenEndpoint: String?
  /// The live refresh token.
  public var refreshToken: Token?
  /// Older ones.
  public var historical: [Token]
  /// Why rules of a map that were written about the state do not say whose it is.
  var mapFlaw: NotSent.Reason?
  /// The issuers that rules name against what the state or its ID token says.
  var contradictingIssuers: Set<String> = []
  /// When the access token of the same answer expires; says which of two states is newer.
  public var accessExpiry: Double?

  /// Describes a state.
  ///
  /// - Parameters:
  ///   - state: The state's id.
  ///   - issuer: The issuer that the state names.
  ///   - issuerFromIDToken: The `iss` of its ID token.
  ///   - clientID: The client that it names.
  ///   - tokenEndpoint: The token endpoint that it names.
  ///   - refreshToken: The live refresh token.
  ///   - historical: Older ones.
  ///   - accessExpiry: When the access token expires.
  public init(
    state: String,
    issuer: String? = nil,
    issuerFromIDToken: String? = nil,
    clientID: String? = nil,
    tokenEndpoint: String? = nil,
    refreshToken: Token? = nil,
    historical: [Token] = [],
    accessExpiry: Double? = nil
  ) {
    self.state = state
    self.issuer = issuer
    self.issuerFromIDToken = issuerFromIDToken
    self.clientID = clientID
    self.tokenEndpoint = tokenEndpoint
    self.refreshToken = refreshToken
    self.historical = historical
    self.accessExpiry = accessExpiry
  }

  /// Takes from a found state what the selection needs.
  ///
  /// - Parameters:
  ///   - state: As the scanner found it.
  ///   - map: Says whose it is where it does not.
  public init(_ state: LegacyAuthState, map: IssuerMap? = nil) {
    self.init(state, belongingTo: map?.match(state))
    switch map?.flaw(about: state) {
    case .disagreement: mapFlaw = .mapDisagrees
    case .unconfirmed: mapFlaw = .mapUnconfirmed
    case .contradiction(let issuers): (mapFlaw, contradictingIssuers) = (.mapContradicts, issuers)
    case nil: break
    }
  }

  /// Takes from a found state what the selection needs.
  ///
  /// - Parameters:
  ///   - state: As the scanner found it.
  ///   - match: Whose it is where it does not say it, by a map now or when the plan was made.
  package init(_ state: LegacyAuthState, belongingTo match: IssuerMap.Match?) {
    func token(_ token: LegacyToken) -> Token {
      Token(token.secret, expiry: token.expiresAtMilliseconds.map { Double($0) / 1000 })
    }
    let fact = SafeFact(state)
    let fromIDToken = state.issuerFromIDToken
    // A rule about the very issuer of the ID token stands for it.
    let isReplaced = state.issuer == nil && match != nil
    self.init(
      state: state.id,
      issuer: state.issuer ?? match?.issuer,
      issuerFromIDToken: isReplaced ? nil : fromIDToken,
      // A dump may have a token in the place of the client: it stands in no request, plan or ledger.
      clientID: (state.clientID ?? match?.clientID).flatMap { fact.tells($0) ? nil : $0 },
      tokenEndpoint: state.tokenEndpoint,
      refreshToken: state.refreshToken.map(token),
      historical: state.historicalRefreshTokens.map(token),
      accessExpiry: state.accessToken?.expiresAtMilliseconds.map { Double($0) / 1000 }
    )
  }
}

extension RevocationCandidate {
  /// The same without a client that is a token of another state.
  func naming(noneOf tokens: Set<Fingerprint>) -> RevocationCandidate {
    guard let clientID, tokens.contains(Fingerprint(of: Array(clientID.utf8).span)) else {
      return self
    }
    var candidate = self
    candidate.clientID = nil
    return candidate
  }
}
