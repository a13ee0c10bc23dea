import LegacyState
import POSIX

/// What the text says of one app.
struct AuditBlock {
  let title: String
  let isOfApp: Bool
  let credentials: [CredentialText]
  /// How many credentials are not listed.
  let more: Int
  let coverage: [CoverageEntry]
}

/// One credential with its places.
struct CredentialText {
  let title: String
  private(set) var places: [String] = []
  /// How many places are not listed.
  private(set) var more = 0
  /// One of each rule and message.
  private(set) var findings: [AuditFinding] = []
  private var told: Set<String> = []

  init(_ title: String) {
    self.title = title
  }

  mutating func add(place: String, limit: Int) {
    if places.count < limit { places.append(place) } else { more += 1 }
  }

  mutating func add(_ finding: AuditFinding) {
    // Two places of one credential mostly say the same.
    if told.insert("\(finding.rule) \(finding.message)").inserted { findings.append(finding) }
  }
}

/// Sorts states into blocks and credentials; what is not going to be listed is only counted.
struct AuditBlocks {
  fileprivate struct App {
    var listed: [CredentialText] = []
    var known: [TokenKey: Int] = [:]
    /// Credentials that lie in several places and are not listed, so that each counts once.
    var unlisted: Set<TokenKey> = []
    var more = 0
  }

  private let limit: Int
  private var apps: [String?: App] = [:]

  /// By name, files of no app last.
  static func all(of contents: AuditContents, limit: Int) throws(FileFailure) -> [AuditBlock] {
    var blocks = AuditBlocks(limit: limit)
    try contents.forEachState { (record, findings) in
      blocks.take(record.row, findings, contents.isShared)
    }
    try contents.forEachState { (record, _) in blocks.takeOlder(record.row, contents.isShared) }
    return blocks.sorted(Dictionary(grouping: contents.coverage, by: \.app))
  }

  private init(limit: Int) {
    self.limit = limit
  }

  private func sorted(_ coverage: [String?: [CoverageEntry]]) -> [AuditBlock] {
    let names = Set(apps.keys).union(coverage.keys)
    let ordered = names.compactMap { $0 }.sorted().map { Optional($0) }
    return (ordered + (names.contains(nil) ? [nil] : [])).map { name in
      AuditBlock(
        title: name.map { shown($0) } ?? "Files of no app",
        isOfApp: name != nil,
        credentials: apps[name]?.listed ?? [],
        more: apps[name]?.more ?? 0,
        coverage: coverage[name] ?? []
      )
    }
  }

  private mutating func take(
    _ state: StateRow,
    _ findings: [AuditFinding],
    _ isShared: (TokenKey) -> Bool
  ) {
    let number = apps[state.app, default: App()].place(
      state.tokens.first?.key,
      limit,
      isShared
    ) { Self.title(of: state) }
    guard let number else { return }
    apps[state.app]?.listed[number].add(place: Self.place(of: state), limit: limit)
    for finding in findings { apps[state.app]?.listed[number].add(finding) }
  }

  private mutating func takeOlder(_ state: StateRow, _ isShared: (TokenKey) -> Bool) {
    guard let first = state.tokens.first else { return }
    for older in state.tokens where older.isOlder && !older.isSame(as: first) {
      let number = apps[state.app, default: App()].place(older.key, limit, isShared) {
        "refresh token \(older.name) (\(older.kind.rawValue)), an older one"
      }
      let text = Self.place(of: state)
      guard let number, apps[state.app]?.listed[number].places.contains(text) == false else {
        continue
      }
      apps[state.app]?.listed[number].add(place: text, limit: limit)
    }
  }

  private static func title(of state: StateRow) -> String {
    guard let token = state.tokens.first else { return "a sign-in without tokens" }
    let possible = state.isPossible ? "possible " : ""
    var parts = ["\(possible)\(token.role.words) \(token.name) (\(token.kind.rawValue))"]
    parts.append(state.anyIssuer.map { shown(host(of: $0)) } ?? "issuer unknown")
    if let client = state.clientID { parts.append("client \(shown(client, limit: 80))") }
    if !state.scopes.isEmpty {
      parts.append(shown(state.scopes.joined(separator: " "), limit: 120))
    }
    return parts.joined(separator: " · ")
  }

  private static func place(of state: StateRow) -> String {
    var path = state.path
    if let app = state.app, let start = path.firstRange(of: "\(app)/")?.upperBound {
      path = String(path[start...])
    }
    let steps = [path] + state.inner
    var text = steps.map { shown($0) }.joined(separator: " › ")
    if !state.locator.isEmpty { text += " › \(shown(state.locator))" }
    var facts = [state.library.words, "plain text"]
    if state.issuerFromMap != nil {
      facts.append("issuer by the map")
    } else if state.issuer == nil, state.issuerFromIDToken != nil {
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

extension AuditBlocks.App {
  /// Where a credential is listed; nil if it is not.
  fileprivate mutating func place(
    _ key: TokenKey?,
    _ limit: Int,
    _ isShared: (TokenKey) -> Bool,
    title: () -> String
  ) -> Int? {
    if let key {
      if let number = known[key] { return number }
      if unlisted.contains(key) { return nil }
    }
    guard listed.count < limit else {
      if let key, isShared(key) { unlisted.insert(key) }
      more += 1
      return nil
    }
    if let key { known[key] = listed.count }
    listed.append(CredentialText(title()))
    return listed.count - 1
  }
}
