import LegacyState

/// What every format but the JSON ones says of one state.
struct StateRow: Sendable {
  let core: StateCore
  /// The package or bundle.
  private(set) var app: String?
  /// The file.
  private(set) var path: String
  /// Inside an archive: the member, and the member inside that.
  private(set) var inner: [String]
  /// The place in the innermost document, in one line.
  private(set) var locator: String
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
  private(set) var issuer: String?
  /// What the ID token claims, not verified.
  private(set) var issuerFromIDToken: String?
  /// What the map says.
  private(set) var issuerFromMap: String?
  /// What its tokens say of themselves, where it does not.
  private(set) var guess: IssuerGuess?
  /// The client, by the state or else by the map.
  private(set) var clientID: String?
  /// What was granted.
  private(set) var scopes: [String]

  init(_ entry: StateEntry, account: Int?) {
    core = StateCore(id: entry.id, account: account, tokens: entry.tokens.rows)
    app = entry.app
    path = entry.source.path
    inner = entry.source.inner
    locator = entry.source.locator.description
    offset = entry.source.locator.offset
    length = entry.source.locator.length
    line = entry.source.locator.line
    library = entry.library
    isPossible = entry.confidence == .low
    issuer = entry.issuer
    issuerFromIDToken = entry.issuerFromIDToken
    issuerFromMap = entry.issuer == nil ? entry.mapped?.issuer : nil
    guess = entry.guess
    clientID = entry.clientID ?? entry.mapped?.clientID
    scopes = entry.scopes
  }

  /// The same with what tells a token of any state as its digest.
  func masked(by mask: NameMask) -> StateRow {
    var row = self
    row.app = mask(app)
    row.path = mask(path)
    row.inner = inner.map { mask($0) }
    row.locator = mask(locator)
    row.issuer = mask(issuer)
    row.issuerFromIDToken = mask(issuerFromIDToken)
    row.issuerFromMap = mask(issuerFromMap)
    row.guess = guess.map { IssuerGuess(issuer: mask($0.issuer), client: mask($0.client)) }
    row.clientID = mask(clientID)
    row.scopes = scopes.map { mask($0) }
    return row
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
    return !isSomebodys
  }

  /// Whether issuer and client are known, by the state or by the map, so that a plan takes it.
  var isSomebodys: Bool { anyIssuer != nil && clientID != nil }

  /// The file and what is inside it, for people.
  var place: String {
    let steps = ([path] + inner).joined(separator: " › ")
    return locator.isEmpty ? steps : "\(steps) › \(locator)"
  }

  /// `refresh token a41f09c2d7e1`.
  var credential: String? { tokens.first.map { "\($0.role.words) \($0.name)" } }

  /// Writes all but the core.
  func write(to record: inout RecordWriter) {
    record.put(app)
    record.put(path)
    record.put(inner) { $1.put($0) }
    record.put(locator)
    record.put(offset)
    record.put(length)
    record.put(line)
    record.put(library.rawValue)
    record.put(isPossible)
    record.put(issuer)
    record.put(issuerFromIDToken)
    record.put(issuerFromMap)
    record.put(guess?.issuer)
    record.put(guess?.client)
    record.put(clientID)
    record.put(scopes) { $1.put($0) }
  }

  init(_ core: StateCore, _ record: inout RecordReader) {
    self.core = core
    app = record.optionalText()
    path = record.text()
    inner = record.list { $0.text() }
    locator = record.text()
    offset = record.int()
    length = record.int()
    line = record.optionalInt()
    library = LegacyAuthState.Library(rawValue: record.text()) ?? .unknown
    isPossible = record.bool()
    issuer = record.optionalText()
    issuerFromIDToken = record.optionalText()
    issuerFromMap = record.optionalText()
    guess = IssuerGuess(issuer: record.optionalText(), client: record.optionalText())
    clientID = record.optionalText()
    scopes = record.list { $0.text() }
  }
}

/// What the passes over all states need of each.
struct StateCore: Sendable {
  let id: String
  /// Whose account it is, for ``AccountTally``.
  let account: Int?
  let tokens: [TokenRow]
}
