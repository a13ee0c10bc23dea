import JOSE
import LegacyState

/// A state as the rules see it: what its tokens say of themselves is read once.
struct JudgedState {
  let state: LegacyAuthState
  /// When the audit started, in milliseconds since 1970.
  let now: Int64
  /// What the ID token claims, nothing of it verified; nil if there is none, or it is no JWT.
  let idToken: UnverifiedJWT?
  let issuerFromIDToken: String?
  /// Its tokens as the report has them.
  let entries: TokenEntries
  /// Where it lies.
  let place: JudgedPlace
  /// Keeps its tokens out of texts.
  let fact: SafeFact

  init(_ state: LegacyAuthState, in place: JudgedPlace, nowMilliseconds: Int64) {
    self.state = state
    self.place = place
    now = nowMilliseconds
    idToken = state.idToken.flatMap { UnverifiedJWT($0.secret) }
    issuerFromIDToken = idToken?.issuer ?? state.issuerFromIDToken
    entries = TokenEntries(state, idToken, now: nowMilliseconds)
    fact = SafeFact(state)
  }

  /// Outside the place where the app keeps it, and how.
  var copy: CopyKind? { place.copy }

  /// An access token whose expiry is not known can't be taken for a dead one.
  var hasLiveAccessToken: Bool {
    state.accessToken.map { ($0.expiresAtMilliseconds ?? .max) > now } ?? false
  }

  /// Whether whoever reads the state can act as the user, or as the app.
  var isUsable: Bool {
    state.refreshToken != nil || !state.historicalRefreshTokens.isEmpty || hasLiveAccessToken
      || state.clientSecret != nil || state.registrationAccessToken != nil
      || state.authorizationCodeExchanged == false
  }

  /// Whether there is anything in it that is nobody else's business.
  var holdsSecrets: Bool { isUsable || state.accessToken != nil || state.idToken != nil }

  /// Whether a sign-in took place that its tokens tell of.
  var isSignedIn: Bool { state.accessToken != nil || state.refreshToken != nil }

  /// Text of the state as it may stand in a message: none of its own tokens, whatever a dump has where.
  func shown(_ text: String, limit: Int = 200) -> String {
    Migration.shown(fact(text), limit: limit)
  }

  /// Bare values could have come from another library.
  var possible: String { state.confidence == .low ? "possible " : "" }
}

/// What the name of a document tells: the same for all states in it.
struct JudgedPlace: Sendable {
  /// The package or bundle as it can be shown.
  let app: String?
  /// The file as it can be shown.
  let path: String
  /// The same for what is inside it.
  let inner: [String]
  /// Outside the place where the app keeps it, and how.
  let copy: CopyKind?
  private let source: StateSource
  private let ownApp: String?

  init(_ state: LegacyAuthState) {
    source = state.source
    ownApp = state.app
    app = state.app.map(ShownPath.text)
    path = ShownPath.text(source.file)
    inner = source.inner.map { ShownPath.text($0) }
    copy = CopyKind(source)
  }

  /// Whether it is the place of this state, too.
  func isPlace(of state: LegacyAuthState) -> Bool {
    source.file == state.source.file && source.inner == state.source.inner && ownApp == state.app
  }
}

/// Why a place is not the one where an app keeps its state.
enum CopyKind: Hashable {
  /// Android's own copy of a preferences file.
  case twin
  case backup
  case archive
  case cache
  case log

  init?(_ source: StateSource) {
    let components = AppPath.components(of: source.file).map { $0.lowercased() }
    let name = components.last ?? ""
    let folders = Set(components.dropLast())
    if !source.inner.isEmpty {
      let isBackup = name.hasSuffix(".ab") || IOSLayout.domain(of: source.inner[0]) != nil
      self = isBackup ? .backup : .archive
    } else if name.hasSuffix(".bak") {
      self = .twin
    } else if !folders.isDisjoint(with: ["backup", "backups", "mobilesync"]) {
      self = .backup
    } else if !folders.isDisjoint(with: ["cache", "caches", "code_cache"]) {
      self = .cache
    } else if name.hasSuffix(".log") || !folders.isDisjoint(with: ["log", "logs"]) {
      self = .log
    } else {
      return nil
    }
  }
}
