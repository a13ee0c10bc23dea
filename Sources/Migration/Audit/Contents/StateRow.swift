import LegacyState

/// What every format but the JSON ones says of one state.
struct StateRow: Sendable {
  let core: StateCore
  /// The package or bundle.
  let app: String?
  /// The file.
  let path: String
  /// A reference to the file, if its name is no text.
  let uri: String?
  /// Inside an archive: the member, and the member inside that.
  let inner: [String]
  /// The place in the innermost document, in one line.
  let locator: String
  /// The first byte of the value in its document.
  let offset: Int
  /// How many bytes it has.
  let length: Int
  /// The line, from 1.
  let line: Int?
  /// Which library wrote it.
  let library: LegacyAuthState.Library
  /// Whether it could be another library's.
  let isPossible: Bool
  /// What the state itself names.
  let issuer: String?
  /// What the ID token claims, not verified.
  let issuerFromIDToken: String?
  /// What the map says.
  let issuerFromMap: String?
  /// What its tokens say of themselves, where it does not.
  let guess: IssuerGuess?
  /// The client, by the state or else by the map.
  let clientID: String?
  /// What was granted.
  let scopes: [String]

  init(
    _ core: StateCore,
    _ name: DocumentName?,
    _ facts: StateFacts?,
    _ place: Locator,
    _ mask: NameMask
  ) {
    self.core = core
    app = name?.app
    path = name?.path ?? ""
    uri = name?.uri
    inner = name?.inner ?? []
    locator = mask(place.description)
    offset = place.offset
    length = place.length
    line = place.line
    library = facts?.library ?? .unknown
    isPossible = facts?.isPossible ?? false
    issuer = facts?.issuer
    issuerFromIDToken = facts?.issuerFromIDToken
    issuerFromMap = facts?.issuerFromMap
    guess = facts?.guess
    clientID = facts?.anyClientID
    scopes = facts?.scopes ?? []
  }

  /// `st_` and 16 hex digits.
  var id: String { core.id }

  /// Its tokens, the weightiest first: the first is what the state stands for.
  var tokens: [TokenRow] { core.tokens }

  /// What the state names, or else the map, or else its ID token.
  var anyIssuer: String? { issuer ?? issuerFromMap ?? issuerFromIDToken }

  /// Whether somebody has to say whose it is before a token of it can go anywhere.
  var isNobodys: Bool {
    guard tokens.contains(where: { $0.role == .refresh || $0.role == .access }) else {
      return false
    }
    return anyIssuer == nil || clientID == nil
  }

  /// The file and what is inside it, for people.
  var place: String {
    let steps = ([path] + inner).joined(separator: " › ")
    return locator.isEmpty ? steps : "\(steps) › \(locator)"
  }

  /// `refresh token a41f09c2d7e1`.
  var credential: String? { tokens.first.map { "\($0.role.words) \($0.name)" } }
}

/// What the passes over all states need of each.
struct StateCore: Sendable {
  let id: String
  /// Whose account it is, for ``AccountTally``.
  let account: Int?
  let tokens: [TokenRow]
}

extension StateCore {
  /// The verifier, which is no credential, may be the last of the tokens.
  init(id: String, account: Int?, _ tokens: [TokenRow]) {
    let isVerified = tokens.last?.role == .codeVerifier
    self.init(id: id, account: account, tokens: isVerified ? tokens.dropLast() : tokens)
  }

  init(_ entry: StateEntry, account: Int?) {
    self.init(id: entry.id, account: account, entry.tokens.records.map(\.row))
  }
}
