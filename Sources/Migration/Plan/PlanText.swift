import LegacyState
package import POSIX

/// A plan as a person reads it, line by line.
package struct PlanText {
  /// The most states and tokens that are listed; the plan file has all.
  package static let listed = 20

  /// Where a line's words start.
  package static let indent = 15

  /// The lines, without ends; what is longer than a terminal is for the caller to wrap.
  package private(set) var lines: [String] = []
  private var number = 0
  /// What the states are called, by their ids.
  private let places: [String: String]

  /// Renders a plan.
  ///
  /// - Parameter plan: The plan.
  package init(_ plan: MigrationPlan) {
    places = Self.places(of: plan)
    let isLoginFirst = plan.options.order == .loginFirst
    preflight(plan)
    if isLoginFirst { login(plan) }
    revoke(plan)
    if !isLoginFirst { login(plan) }
    delete(plan)
  }

  /// Renders what a plan without work leaves alone.
  ///
  /// - Parameter plan: The plan.
  package init(nothingOf plan: MigrationPlan) {
    places = Self.places(of: plan)
    for words in Self.unsent(plan.leftAlone) { lines.append(Self.labelled("   revoke", words)) }
    leftAlone(plan)
  }

  /// Said of a plan that changes nothing.
  package static let nothingToDo =
    "Nothing to do: it revokes no token and deletes no state, so there is nothing to apply."

  /// The line that ends it: where the plan is, and its digest.
  ///
  /// - Parameters:
  ///   - file: The plan's file; nil if it was not written.
  ///   - digest: Its digest in hex.
  /// - Returns: One line.
  package static func closing(file: Path?, digest: String) -> String {
    let short = "\(digest.prefix(4))…\(digest.suffix(4))"
    return "No secret is in \(file?.shown ?? "the plan"). sha256 \(short)"
  }

  private mutating func preflight(_ plan: MigrationPlan) {
    guard let provider = plan.provider else { return }
    step("preflight", "\(shown(provider.issuer)) · \(shown(provider.clientID))")
    if let proxy = provider.proxy { add("through the proxy \(shown(proxy))") }
  }

  private mutating func revoke(_ plan: MigrationPlan) {
    guard let provider = plan.provider else { return }
    let live = plan.revocations.count { !$0.isHistorical }
    let older = plan.revocations.count - live
    var tokens = countedNoun(live, "refresh token")
    if older > 0 { tokens += " and \(countedNoun(older, "older one"))" }
    if plan.revocations.isEmpty {
      step("revoke", "nothing: no token of this issuer and client was found")
    } else if let endpoint = provider.endpoints["revocation_endpoint"] {
      let source =
        provider.isConfigured
        ? "from the configuration" : "by live discovery, once more when applied"
      step("revoke", "\(tokens) at \(shown(endpoint)) (\(source))")
    } else {
      step("revoke", "\(tokens) cannot be revoked: the provider names no revocation endpoint")
    }
    if let reach = provider.reach { add("reach: \(shown(reach, limit: 400))") }
    switch plan.options.verification {
    case .redeem: add("proof: each is tried once more and must be refused")
    case .none where plan.options.requiresVerified: add("an acceptance without proof is not enough")
    case .none: break
    }
    list(Self.unsent(plan.leftAlone))
  }

  private mutating func login(_ plan: MigrationPlan) {
    guard plan.options.login != .skip, let provider = plan.provider, let client = plan.client else {
      step(
        "login",
        "nobody signs in: old state goes when its token is revoked, without a new session"
      )
      return
    }
    let store = client.store.map { " · store: \(shown($0))" } ?? ""
    step(
      "login",
      "you sign in once, as yourself: \(shown(provider.clientID)) · \(shown(client.redirectURI))\(store)"
    )
    add(
      "proves registration, PKCE, ID token, refresh; it does not sign in the phone's user, "
        + "nor use the app's own redirect"
    )
    if plan.options.login == .prove { add("signs out and revokes again at the end") }
    if plan.options.order == .loginFirst {
      add("comes before revoking: some providers end the new session with the old grant")
    }
  }

  private mutating func delete(_ plan: MigrationPlan) {
    guard !plan.deletions.isEmpty else {
      step("delete", "nothing \(plan.place.rawValue)")
      return leftAlone(plan)
    }
    let place = plan.place == .live ? "in a live folder" : plan.place.rawValue
    let states = plan.deletions.map { "\(name(of: $0)) (\($0.removal.rawValue))" }
    if states.count <= 2 {
      step("delete", "\(place): \(states.joined(separator: " · "))")
    } else {
      step("delete", "\(place): \(countedNoun(states.count, "state"))")
      list(states)
    }
    add(plan.place.words)
    if plan.options.deletesEvenIfNotRevoked {
      add("even if its token could not be revoked: such a token stays valid")
    }
    leftAlone(plan)
  }

  private mutating func leftAlone(_ plan: MigrationPlan) {
    let others = plan.leftAlone.compactMap { item -> String? in
      switch item.subject {
      case .state(let state): "\(name(of: state)): \(shown(item.words))"
      case .place(let place): "\(shown(place)): \(shown(item.words))"
      case .token: nil
      }
    }
    guard let first = others.first else { return }
    lines.append(Self.labelled("   left alone", first))
    list(Array(others.dropFirst()))
  }

  private func name(of state: PlannedState) -> String { places[state.id] ?? state.shownPlace }

  private static func places(of plan: MigrationPlan) -> [String: String] {
    let states = plan.states
    return Dictionary(
      zip(states.map(\.id), states.distinctPlaces),
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Tokens that stay where they are, counted by their reason.
  private static func unsent(_ items: [PlanLeftAlone]) -> [String] {
    var counts: [String: Int] = [:]
    for item in items {
      if case .token = item.subject { counts[item.words, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map {
      "\(countedNoun($0.value, "token")) left alone: \(shown($0.key))"
    }
  }

  private mutating func step(_ name: String, _ words: String) {
    number += 1
    lines.append(Self.labelled("\(number). \(name)", words))
  }

  private mutating func add(_ words: String) {
    lines.append(String(repeating: " ", count: Self.indent) + words)
  }

  private mutating func list(_ items: [String]) {
    for item in items.prefix(Self.listed) { add(item) }
    if items.count > Self.listed { add("… and \(items.count - Self.listed) more") }
  }

  private static func labelled(_ label: String, _ words: String) -> String {
    label + String(repeating: " ", count: max(indent - label.count, 1)) + words
  }
}

/// `1 token`, `2 tokens`, `4,000 tokens`.
private func countedNoun(_ count: Int, _ noun: String) -> String {
  var digits = String(count)
  var at = digits.count - 3
  while at > 0 {
    digits.insert(",", at: digits.index(digits.startIndex, offsetBy: at))
    at -= 3
  }
  return "\(digits) \(noun)\(count == 1 ? "" : "s")"
}
