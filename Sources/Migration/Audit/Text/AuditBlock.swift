import LegacyState
import POSIX

/// What the text says of one app.
struct AuditBlock {
  let title: String
  let credentials: [CredentialText]
  let coverage: [CoverageEntry]

  /// By name, files of no app last.
  static func all(of report: AuditReport) -> [AuditBlock] {
    let states = Dictionary(grouping: report.states, by: \.app)
    let coverage = Dictionary(grouping: report.coverage, by: \.app)
    let names = Set(states.keys).union(coverage.keys)
    let findings = Dictionary(grouping: report.findings.filter { $0.state != nil }) {
      $0.state ?? ""
    }
    let ordered = names.compactMap { $0 }.sorted().map { Optional($0) }
    return (ordered + (names.contains(nil) ? [nil] : [])).map { name in
      AuditBlock(
        title: name.map { shown($0) } ?? "Files of no app",
        credentials: CredentialText.all(of: states[name] ?? [], findings),
        coverage: coverage[name] ?? []
      )
    }
  }
}

/// One credential with all its places.
struct CredentialText {
  let title: String
  private(set) var places: [String]
  private(set) var findings: [AuditFinding]

  static func all(
    of states: [StateEntry],
    _ findings: [String: [AuditFinding]]
  ) -> [CredentialText] {
    var texts: [CredentialText] = []
    var known: [TokenKey: Int] = [:]
    for state in states {
      let own = findings[state.id] ?? []
      let key = state.tokens.principal?.fingerprint.map(TokenKey.init)
      if let key, let position = known[key] {
        texts[position].places.append(place(of: state))
        texts[position].findings += own
      } else {
        if let key { known[key] = texts.count }
        texts.append(
          CredentialText(title: title(of: state), places: [place(of: state)], findings: own)
        )
      }
    }
    for state in states {
      for older in state.tokens.historicalRefresh where older != state.tokens.principal {
        let text = place(of: state)
        if let key = older.fingerprint.map(TokenKey.init) {
          if let position = known[key] {
            if !texts[position].places.contains(text) { texts[position].places.append(text) }
            continue
          }
          known[key] = texts.count
        }
        let title = "refresh token \(older.name) (\(older.kind.rawValue)), an older one"
        texts.append(CredentialText(title: title, places: [text], findings: []))
      }
    }
    return texts
  }

  private static func title(of state: StateEntry) -> String {
    let possible = state.confidence == .low ? "possible " : ""
    guard let token = state.tokens.principal else { return "a sign-in without tokens" }
    var parts = ["\(possible)\(token.role.words) \(token.name) (\(token.kind.rawValue))"]
    parts.append(
      (state.issuer ?? state.issuerFromIDToken).map { shown(host(of: $0)) } ?? "issuer unknown"
    )
    if let client = state.clientID { parts.append("client \(shown(client, limit: 80))") }
    if !state.scopes.isEmpty {
      parts.append(shown(state.scopes.joined(separator: " "), limit: 120))
    }
    return parts.joined(separator: " · ")
  }

  private static func place(of state: StateEntry) -> String {
    var path = state.source.path
    if let app = state.app, let start = path.firstRange(of: "\(app)/")?.upperBound {
      path = String(path[start...])
    }
    let steps = [path] + state.source.inner
    var text = steps.map { shown($0) }.joined(separator: " › ")
    let locator = state.source.locator.description
    if !locator.isEmpty { text += " › \(shown(locator))" }
    var facts = [state.library.words, "plain text"]
    if state.issuer == nil, state.issuerFromIDToken != nil {
      facts.append("issuer from its ID token")
    }
    return "\(text) · \(facts.joined(separator: ", "))"
  }

  /// `id.example.com`, with what tells realms of one host apart.
  private static func host(of issuer: String) -> String {
    guard issuer.hasPrefix("https://") else { return issuer }
    return String(issuer.dropFirst(8))
  }
}

/// How many sign-ins an update of the app brings at one issuer and client.
struct SignInGroup {
  let issuer: String?
  let client: String?
  let count: Int

  /// The most sign-ins first, those of no issuer last.
  static func all(of report: AuditReport) -> [SignInGroup] {
    struct Key: Hashable {
      let issuer: String?
      let client: String?
    }
    var tokens: [Key: Set<TokenKey>] = [:]
    var unnamed: [Key: Int] = [:]
    for state in report.states {
      guard let token = state.tokens.refresh ?? state.tokens.access else { continue }
      let key = Key(issuer: state.issuer ?? state.issuerFromIDToken, client: state.clientID)
      if let fingerprint = token.fingerprint {
        tokens[key, default: []].insert(TokenKey(fingerprint))
      } else {
        unnamed[key, default: 0] += 1
      }
    }
    return Set(tokens.keys).union(unnamed.keys).map { key in
      SignInGroup(
        issuer: key.issuer.map { shown($0) },
        client: key.client.map { shown($0, limit: 80) },
        count: (tokens[key]?.count ?? 0) + (unnamed[key] ?? 0)
      )
    }
    .sorted { left, right in
      // What nothing can be sent to is no beginning.
      if (left.issuer == nil) != (right.issuer == nil) { return right.issuer == nil }
      if left.count != right.count { return left.count > right.count }
      return (left.issuer ?? "", left.client ?? "") < (right.issuer ?? "", right.client ?? "")
    }
  }
}

extension LegacyAuthState.Library {
  /// As its makers write it.
  var words: String {
    switch self {
    case .appAuthAndroid: "AppAuth-Android"
    case .appAuthIOS: "AppAuth-iOS"
    case .flutterAppAuth: "flutter_appauth"
    case .reactNativeAppAuth: "react-native-app-auth"
    case .appAuthJS: "AppAuth-JS"
    case .gtmAppAuth: "GTMAppAuth"
    case .oktaOIDC: "OktaOidc"
    case .unknown: "unknown library"
    }
  }
}
