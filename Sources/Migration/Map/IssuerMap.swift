public import LegacyState

/// Whose tokens are whose, where the states do not say it: rules that a person wrote or confirmed.
///
/// The map only ever adds. A state that names an issuer or a client keeps it, and one that no rule selects is nobody's.
public struct IssuerMap: Sendable {
  /// What a state must be like, and whose it is then.
  public struct Rule: Sendable, Hashable {
    /// The package or bundle.
    public var app: String?
    /// The file as the report shows it, members of archives behind it.
    public var path: PathPattern?
    /// Which library wrote it.
    public var library: LegacyAuthState.Library?
    /// A key on the way from the document to the value.
    public var key: String?
    /// The `iss` of its ID token, not verified.
    public var idTokenIssuer: String?
    /// Whose it is.
    public var issuer: String
    /// The client that its tokens belong to.
    public var clientID: String?
    /// Whether a person stands behind it; a guess never selects.
    public var isConfirmed: Bool

    /// Says whose states are.
    ///
    /// - Parameters:
    ///   - issuer: Whose they are.
    ///   - clientID: The client that their tokens belong to.
    ///   - isConfirmed: Whether a person stands behind it.
    public init(issuer: String, clientID: String? = nil, isConfirmed: Bool = true) {
      self.issuer = issuer
      self.clientID = clientID
      self.isConfirmed = isConfirmed
    }

    /// Whether it asks for anything; one that does not would take every state.
    public var isBound: Bool {
      app != nil || path != nil || library != nil || key != nil || idTokenIssuer != nil
    }
  }

  /// Whose a state is.
  public struct Match: Sendable, Hashable {
    /// The issuer.
    public let issuer: String
    /// The client; nil if neither the state nor the map names one.
    public let clientID: String?

    /// Says whose a state is.
    ///
    /// - Parameters:
    ///   - issuer: The issuer.
    ///   - clientID: The client.
    package init(issuer: String, clientID: String?) {
      self.issuer = issuer
      self.clientID = clientID
    }
  }

  /// What a map calls itself.
  package static let schema = "appauth-migrate/map/1"

  /// The rules, in the order of the file.
  public let rules: [Rule]

  /// Puts a map together.
  ///
  /// - Parameter rules: In the order of the file; those that ask for nothing are left out.
  public init(_ rules: [Rule]) {
    self.rules = rules.filter(\.isBound)
  }

  /// Whose a state is, by what it says and by the map.
  ///
  /// - Parameter state: As the scanner found it.
  /// - Returns: Nil if neither names an issuer, or if the rules that select it disagree.
  public func match(_ state: LegacyAuthState) -> Match? {
    let fromIDToken = state.issuerFromIDToken
    let selected = rules.filter { rule in
      rule.isConfirmed && rule.selects(state, fromIDToken) && rule.mayAdd(to: state, fromIDToken)
    }
    let issuers = Set(selected.map(\.issuer))
    guard issuers.count <= 1 else { return nil }
    guard let issuer = issuers.first ?? state.issuer ?? fromIDToken else { return nil }
    let clients = Set(selected.compactMap(\.clientID))
    guard state.clientID != nil || clients.count <= 1 else { return nil }
    return Match(issuer: issuer, clientID: state.clientID ?? clients.first)
  }
}

extension IssuerMap {
  /// What keeps rules that were written about a state from saying whose it is.
  enum Flaw {
    /// They name different issuers or clients.
    case disagreement
    /// All of them are guesses.
    case unconfirmed
    /// They name other issuers, these, than the state or its ID token.
    case contradiction(Set<String>)
  }

  /// Why rules that were written about a state do not say whose it is.
  ///
  /// - Parameter state: One for which ``match(_:)`` lacks the issuer or the client.
  /// - Returns: Nil if no rule selects it.
  func flaw(about state: LegacyAuthState) -> Flaw? {
    let fromIDToken = state.issuerFromIDToken
    let selected = rules.filter { $0.selects(state, fromIDToken) }
    let confirmed = selected.filter(\.isConfirmed)
    guard !confirmed.isEmpty else { return selected.isEmpty ? nil : .unconfirmed }
    let adding = confirmed.filter { $0.mayAdd(to: state, fromIDToken) }
    guard !adding.isEmpty else { return .contradiction(Set(confirmed.map(\.issuer))) }
    let issuers = Set(adding.map(\.issuer)), clients = Set(adding.compactMap(\.clientID))
    return issuers.count > 1 || clients.count > 1 ? .disagreement : nil
  }
}

extension IssuerMap.Rule {
  /// What the state itself says is not overruled; what its ID token says, only by a rule about that very issuer.
  fileprivate func mayAdd(to state: LegacyAuthState, _ fromIDToken: String?) -> Bool {
    if let issuer = state.issuer { return issuer == self.issuer }
    return fromIDToken == nil || fromIDToken == issuer || idTokenIssuer != nil
  }

  fileprivate func selects(_ state: LegacyAuthState, _ fromIDToken: String?) -> Bool {
    if let app, app != state.app { return false }
    if let library, library != state.library { return false }
    if let idTokenIssuer, idTokenIssuer != fromIDToken { return false }
    if let key, !state.source.locator.keys.contains(key) { return false }
    if let path {
      let names = [state.source.path] + state.source.inner
      guard path.matches(names.joined(separator: "/")) else { return false }
    }
    return true
  }
}

extension Locator {
  /// The names that lead to the value: keys, table and column, service and account.
  fileprivate var keys: [String] {
    let names = path.compactMap { step -> String? in
      if case .key(let name) = step { return name }
      return nil
    }
    let more = [cell?.table, cell?.column, cell?.primaryKey, item?.service, item?.account]
    return names + more.compactMap { $0 }
  }
}
