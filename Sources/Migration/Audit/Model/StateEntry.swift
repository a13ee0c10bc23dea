public import LegacyState
import Secrets

/// What the report says of one state: everything but the secrets.
public struct StateEntry: Sendable, Identifiable {
  /// `st_` and 16 hex digits, the same as long as neither content nor place changes.
  public let id: String
  /// The package or bundle, where the path tells it.
  public let app: String?
  /// Where it stands.
  public let source: SourceEntry
  /// Which library wrote it.
  public let library: LegacyAuthState.Library
  /// In which form it is kept.
  public let format: LegacyAuthState.Format
  /// How sure it is that this is AppAuth's.
  public let confidence: LegacyAuthState.Confidence
  /// The issuer that the state itself names.
  public let issuer: String?
  /// What the ID token claims, not verified.
  public let issuerFromIDToken: String?
  /// Where the user was sent.
  public let authorizationEndpoint: String?
  /// Where codes were exchanged.
  public let tokenEndpoint: String?
  /// Where tokens could be revoked.
  public let revocationEndpoint: String?
  /// Where sessions were ended.
  public let endSessionEndpoint: String?
  /// Where the client was registered.
  public let registrationEndpoint: String?
  /// The client that the tokens belong to.
  public let clientID: String?
  /// Where the provider sent the user back to.
  public let redirectURI: String?
  /// The scopes that were granted, or else asked for.
  public let scopes: [String]
  /// How the code was bound to the app.
  public let pkce: LegacyAuthState.PKCE
  /// Whether the request had a nonce; nil if there is no request in the state.
  public let nonce: Bool?
  /// Its tokens.
  public let tokens: TokenEntries
  /// What taking it away would do to its file.
  public let removable: LegacyAuthState.Removal
  /// Whose it is by what it says and by the map; nil without a map, or if neither tells.
  public let mapped: IssuerMap.Match?
  /// Whether a map was asked.
  let isMapped: Bool
  /// Whose it may be, where it does not say.
  let guess: IssuerGuess?
  /// The rules that it breaks, each once.
  public internal(set) var findings: [String]

  init(_ judged: JudgedState, findings: [String], map: IssuerMap? = nil) {
    let state = judged.state
    let fact = judged.fact
    id = state.id
    app = judged.place.app
    source = SourceEntry(state.source, judged.place, fact)
    library = state.library
    format = state.format
    confidence = state.confidence
    issuer = fact(state.issuer)
    issuerFromIDToken = fact(judged.issuerFromIDToken)
    authorizationEndpoint = fact(state.authorizationEndpoint)
    tokenEndpoint = fact(state.tokenEndpoint)
    revocationEndpoint = fact(state.revocationEndpoint)
    endSessionEndpoint = fact(state.endSessionEndpoint)
    registrationEndpoint = fact(state.registrationEndpoint)
    clientID = fact(state.clientID)
    redirectURI = fact(state.redirectURI)
    scopes = state.scopes.compactMap { fact($0) }
    pkce = state.pkce
    nonce = state.pkce == .unknown ? nil : state.hasNonce
    tokens = judged.entries
    removable = state.removal
    mapped = map?.match(state).map { match in
      IssuerMap.Match(issuer: fact(match.issuer), clientID: fact(match.clientID))
    }
    isMapped = map != nil
    guess = IssuerGuess(state, fact)
    self.findings = findings
  }
}

/// Whose a state may be, by what its tokens say of themselves, nothing of it verified.
struct IssuerGuess: Hashable, Sendable {
  let issuer: String?
  let client: String?

  init(issuer: String?, client: String?) {
    self.issuer = issuer
    self.client = client
  }

  /// Nil where the state itself says whose it is.
  init?(_ state: LegacyAuthState, _ fact: SafeFact) {
    guard state.issuer == nil || state.clientID == nil else { return nil }
    let hints = [state.idToken, state.refreshToken, state.accessToken].compactMap { $0?.hints }
    issuer = fact(hints.lazy.compactMap(\.issuer).first)
    client = fact(hints.lazy.compactMap(\.client).first)
  }
}

/// Where a state stands, in words that can be shown.
public struct SourceEntry: Sendable, Hashable {
  /// The file; a component that looks like a token appears as its fingerprint.
  public let path: String
  /// Inside an archive: the member, and the member inside that.
  public let inner: [String]
  /// Where in the innermost document.
  public let locator: Locator
  /// A reference to the file, if its name is no text.
  let uri: String?

  init(_ source: StateSource, _ place: JudgedPlace, _ fact: SafeFact) {
    path = fact(path: place.path)
    uri = URIReference.exact(source.file, shown: path)
    inner = place.inner.map { fact(path: $0) }
    let locator = source.locator
    // A line of a file has no name.
    let isNamed = !locator.path.isEmpty || locator.cell != nil || locator.item != nil
    self.locator = isNamed ? locator.namingKeys { fact($0) } : locator
  }
}

/// Keeps a state's own tokens out of what is shown as a fact: a dump may have anything anywhere.
struct SafeFact: Sendable {
  private let secrets: [SecretBytes]
  /// No shorter text can hold one of them.
  private let shortest: Int

  init(_ state: LegacyAuthState) {
    secrets = state.tokens.map(\.secret).filter { $0.count >= 8 }
    shortest = secrets.reduce(Int.max) { min($0, $1.count) }
  }

  func callAsFunction(_ text: String?) -> String? {
    text.map { self($0) }
  }

  /// A path component by component, so that the rest still says where the file is.
  func callAsFunction(path: String) -> String {
    guard path.utf8.count >= shortest else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false).map { self(String($0)) }
      .joined(separator: "/")
  }

  /// Whether one of the state's tokens stands in the text.
  func tells(_ text: String) -> Bool { self(text) != text }

  func callAsFunction(_ text: String) -> String {
    guard text.utf8.count >= shortest else { return text }
    let bytes = Array(text.utf8)
    let isTold = secrets.contains { $0.stands(in: bytes.span) }
    return isTold ? "sha256:" + Fingerprint(of: bytes.span).short : text
  }
}
