import LegacyState

/// What a state says beside its tokens and its place: the same for most states of one app.
struct StateFacts: Hashable, Sendable {
  /// Which library wrote it.
  let library: LegacyAuthState.Library
  /// In which form it is kept.
  let format: LegacyAuthState.Format
  /// Whether it could be another library's.
  let isPossible: Bool
  private(set) var issuer: String?
  private(set) var issuerFromIDToken: String?
  private(set) var authorizationEndpoint: String?
  private(set) var tokenEndpoint: String?
  private(set) var revocationEndpoint: String?
  private(set) var endSessionEndpoint: String?
  private(set) var registrationEndpoint: String?
  /// The client that the state itself names.
  private(set) var clientID: String?
  private(set) var redirectURI: String?
  private(set) var scopes: [String]
  let pkce: LegacyAuthState.PKCE
  let nonce: Bool?
  let removable: LegacyAuthState.Removal
  /// Whether a map was asked, and what it said.
  let isMapped: Bool
  private(set) var mapped: IssuerMap.Match?
  /// What its tokens say of themselves, where it does not.
  private(set) var guess: IssuerGuess?

  init(_ entry: StateEntry) {
    library = entry.library
    format = entry.format
    isPossible = entry.confidence == .low
    issuer = entry.issuer
    issuerFromIDToken = entry.issuerFromIDToken
    authorizationEndpoint = entry.authorizationEndpoint
    tokenEndpoint = entry.tokenEndpoint
    revocationEndpoint = entry.revocationEndpoint
    endSessionEndpoint = entry.endSessionEndpoint
    registrationEndpoint = entry.registrationEndpoint
    clientID = entry.clientID
    redirectURI = entry.redirectURI
    scopes = entry.scopes
    pkce = entry.pkce
    nonce = entry.nonce
    removable = entry.removable
    isMapped = entry.isMapped
    mapped = entry.mapped
    guess = entry.guess
  }

  /// The same with what tells a token of any state as its digest.
  func masked(by mask: NameMask) -> StateFacts {
    var facts = self
    facts.issuer = mask(issuer)
    facts.issuerFromIDToken = mask(issuerFromIDToken)
    facts.authorizationEndpoint = mask(authorizationEndpoint)
    facts.tokenEndpoint = mask(tokenEndpoint)
    facts.revocationEndpoint = mask(revocationEndpoint)
    facts.endSessionEndpoint = mask(endSessionEndpoint)
    facts.registrationEndpoint = mask(registrationEndpoint)
    facts.clientID = mask(clientID)
    facts.redirectURI = mask(redirectURI)
    facts.scopes = scopes.map { mask($0) }
    facts.mapped = mapped.map { match in
      IssuerMap.Match(issuer: mask(match.issuer), clientID: mask(match.clientID))
    }
    facts.guess = guess.map { IssuerGuess(issuer: mask($0.issuer), client: mask($0.client)) }
    return facts
  }

  /// What the map says, where the state says nothing.
  var issuerFromMap: String? { issuer == nil ? mapped?.issuer : nil }

  /// What the state names, or else the map, or else its ID token.
  var anyIssuer: String? { issuer ?? issuerFromMap ?? issuerFromIDToken }

  /// The client, by the state or else by the map.
  var anyClientID: String? { clientID ?? mapped?.clientID }

  /// Whether issuer and client are known, by the state or by the map, so that a plan takes it.
  var isSomebodys: Bool { anyIssuer != nil && anyClientID != nil }

  /// Whether somebody has to say whose it is before one of these tokens can go anywhere.
  func areNobodys(_ tokens: [TokenRow]) -> Bool {
    !isSomebodys && tokens.contains { $0.role == .refresh || $0.role == .access }
  }
}

extension StateFacts: Recorded {
  func write(to record: inout RecordWriter) {
    record.put(library.rawValue)
    record.put(format.rawValue)
    record.put(isPossible)
    record.put(issuer)
    record.put(issuerFromIDToken)
    record.put(authorizationEndpoint)
    record.put(tokenEndpoint)
    record.put(revocationEndpoint)
    record.put(endSessionEndpoint)
    record.put(registrationEndpoint)
    record.put(clientID)
    record.put(redirectURI)
    record.put(scopes) { $1.put($0) }
    record.put(pkce.rawValue)
    record.put(nonce.map { $0 ? 1 : 0 })
    record.put(removable.rawValue)
    record.put(isMapped)
    record.put(mapped?.issuer)
    record.put(mapped?.clientID)
    record.put(guess != nil)
    record.put(guess?.issuer)
    record.put(guess?.client)
  }

  init(_ record: inout RecordReader) {
    library = LegacyAuthState.Library(rawValue: record.text()) ?? .unknown
    format = LegacyAuthState.Format(rawValue: record.text()) ?? .tokenResponse
    isPossible = record.bool()
    issuer = record.optionalText()
    issuerFromIDToken = record.optionalText()
    authorizationEndpoint = record.optionalText()
    tokenEndpoint = record.optionalText()
    revocationEndpoint = record.optionalText()
    endSessionEndpoint = record.optionalText()
    registrationEndpoint = record.optionalText()
    clientID = record.optionalText()
    redirectURI = record.optionalText()
    scopes = record.list { $0.text() }
    pkce = LegacyAuthState.PKCE(rawValue: record.text()) ?? .unknown
    nonce = record.optionalInt().map { $0 == 1 }
    removable = LegacyAuthState.Removal(rawValue: record.text()) ?? .no
    isMapped = record.bool()
    let issuer = record.optionalText()
    let client = record.optionalText()
    mapped = issuer.map { IssuerMap.Match(issuer: $0, clientID: client) }
    let hasGuess = record.bool()
    let guessed = IssuerGuess(issuer: record.optionalText(), client: record.optionalText())
    guess = hasGuess ? guessed : nil
  }
}
