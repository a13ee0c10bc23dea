internal import HTTP
internal import OAuthClient
internal import Secrets

/// Which tokens go to the provider that the user named, and which do not; pure.
///
/// A dump only ever narrows this: no URL of it is used, its issuer must be the one that the user named, byte for
/// byte, and nothing fills in what it leaves out.
public struct RevocationSelection: Sendable {
  /// What is sent, newest first, one of each provider session before the others of it; each token once.
  public let targets: [RevocationTarget]
  /// What is not, in the order of the states.
  public let notSent: [NotSent]

  /// Selects.
  ///
  /// - Parameters:
  ///   - candidates: The states.
  ///   - issuer: The issuer that the user named, or that the configuration or the map names.
  ///   - spelling: How the user spelled the issuer, where the provider announces another slash at the end.
  ///   - clientID: Only tokens of this client; nil for those of all.
  ///   - liveTokenEndpoint: What the issuer's live metadata names.
  ///   - includesHistorical: Whether older tokens are sent, too.
  ///   - now: Seconds since 1970.
  public init(
    _ candidates: [RevocationCandidate],
    issuer: String,
    spelling: String? = nil,
    clientID: String? = nil,
    liveTokenEndpoint: String,
    includesHistorical: Bool = false,
    now: Double
  ) {
    let rules = SelectionRules(
      issuer: issuer,
      spelling: spelling ?? issuer,
      clientID: clientID,
      liveTokenEndpoint: liveTokenEndpoint,
      includesHistorical: includesHistorical,
      now: now
    )
    let tokens = Set(
      candidates.flatMap { [$0.refreshToken].compactMap(\.self) + $0.historical }
        .map(\.secret.fingerprint)
    )
    var kept = Kept()
    var notSent: [NotSent] = []
    for candidate in candidates.map({ $0.naming(noneOf: tokens) }) {
      let tokens =
        (candidate.refreshToken.map { [($0, false)] } ?? [])
        + candidate.historical.map { ($0, true) }
      guard !tokens.isEmpty else {
        let reason = rules.refusal(of: candidate) ?? .noRefreshToken
        let shown: NotSent.Reason = reason.leavesWork ? .noRefreshToken : reason
        notSent.append(NotSent(states: [candidate.state], fingerprint: nil, reason: shown))
        continue
      }
      for (token, isHistorical) in tokens {
        if let reason = rules.refusal(of: candidate, token, isHistorical: isHistorical) {
          let fingerprint = reason == .tooShort ? nil : token.secret.fingerprint
          notSent.append(
            NotSent(states: [candidate.state], fingerprint: fingerprint, reason: reason)
          )
        } else if let client = candidate.clientID {
          kept.add(token, of: candidate, issuer: issuer, client, isHistorical: isHistorical)
        }
      }
    }
    let targets = kept.inOrder
    let sent = Set(targets.map(\.fingerprint))
    self.targets = targets
    // An older token here may be the live one there: then it is sent, and nothing else need be said of it.
    self.notSent = notSent.filter { unsent in
      unsent.reason != .historical || unsent.fingerprint.map { !sent.contains($0) } ?? true
    }
  }

  /// The clients of the targets, in their order.
  public var clientIDs: [String] {
    var seen: Set<String> = []
    return targets.map(\.clientID).filter { seen.insert($0).inserted }
  }
}

/// The user's word against what one state says.
private struct SelectionRules {
  let issuer: String
  let spelling: String
  let clientID: String?
  let liveTokenEndpoint: String
  let includesHistorical: Bool
  let now: Double

  func refusal(
    of candidate: RevocationCandidate,
    _ token: RevocationCandidate.Token,
    isHistorical: Bool
  ) -> NotSent.Reason? {
    if let reason = refusal(of: candidate) { return reason }
    if token.secret.count < 16 { return .tooShort }
    if isHistorical, !includesHistorical { return .historical }
    if let expiry = token.expiry, expiry <= now { return .expired }
    return nil
  }

  func refusal(of candidate: RevocationCandidate) -> NotSent.Reason? {
    let named = [candidate.issuer, candidate.issuerFromIDToken].compactMap { $0 }
    if named.isEmpty { return candidate.mapFlaw ?? .issuerUnknown }
    guard named.contains(issuer) || named.contains(spelling) else {
      let isMeant = !candidate.contradictingIssuers.isDisjoint(with: [issuer, spelling])
      return isMeant ? .mapContradicts : .otherIssuer
    }
    guard named.allSatisfy({ Self.withoutSlash($0) == Self.withoutSlash(issuer) }) else {
      return .issuersDisagree
    }
    guard let client = candidate.clientID, !client.isEmpty else {
      return candidate.mapFlaw ?? .clientUnknown
    }
    if let clientID, client != clientID { return .otherClient }
    if let stored = candidate.tokenEndpoint, !Self.areSame(stored, liveTokenEndpoint) {
      return .endpointMismatch
    }
    return nil
  }

  /// Auth0 and others are often configured with one slash less than they announce.
  private static func withoutSlash(_ issuer: String) -> Substring {
    issuer.hasSuffix("/") ? issuer.dropLast() : issuer[...]
  }

  /// The same place in two spellings of host and port is the same place.
  private static func areSame(_ stored: String, _ live: String) -> Bool {
    if stored == live { return true }
    guard let stored = HTTPURL(stored), let live = HTTPURL(live), !stored.hasUserInfo else {
      return false
    }
    return stored.origin == live.origin && stored.path == live.path && stored.query == live.query
      && stored.fragment == nil
  }
}

/// The tokens that are sent, each once.
private struct Kept {
  private struct Key: Hashable {
    let fingerprint: Fingerprint
    let clientID: String
  }

  private var targets: [RevocationTarget] = []
  private var places: [Key: Int] = [:]

  mutating func add(
    _ token: RevocationCandidate.Token,
    of candidate: RevocationCandidate,
    issuer: String,
    _ clientID: String,
    isHistorical: Bool
  ) {
    let time = token.issuedAt ?? (isHistorical ? nil : candidate.accessExpiry)
    let target = RevocationTarget(
      token: token.secret,
      issuer: issuer,
      clientID: clientID,
      storedTokenEndpoint: candidate.tokenEndpoint,
      states: [candidate.state],
      isHistorical: isHistorical,
      time: time,
      sessionID: token.sessionID
    )
    let key = Key(fingerprint: target.fingerprint, clientID: clientID)
    guard let place = places[key] else {
      places[key] = targets.count
      targets.append(target)
      return
    }
    let earlier = targets[place]
    targets[place] = RevocationTarget(
      token: earlier.token,
      issuer: issuer,
      clientID: clientID,
      storedTokenEndpoint: earlier.storedTokenEndpoint ?? candidate.tokenEndpoint,
      states: earlier.states.contains(candidate.state)
        ? earlier.states : earlier.states + [candidate.state],
      isHistorical: earlier.isHistorical && isHistorical,
      time: [earlier.time, time].compactMap { $0 }.max(),
      sessionID: earlier.sessionID
    )
  }

  /// Live before historical, newest first, unknown times last in the order they were found; then the first of each
  /// session before the rest, since it may end the others.
  var inOrder: [RevocationTarget] {
    let sorted = targets.enumerated().sorted { left, right in
      if left.element.isHistorical != right.element.isHistorical {
        return right.element.isHistorical
      }
      let times = (left.element.time ?? -.infinity, right.element.time ?? -.infinity)
      return times.0 == times.1 ? left.offset < right.offset : times.0 > times.1
    }
    .map(\.element)
    var seen: Set<String> = []
    let isFirst = sorted.map { $0.sessionID.map { seen.insert($0).inserted } ?? true }
    let marked = zip(sorted, isFirst)
    return marked.filter(\.1).map(\.0) + marked.filter { !$0.1 }.map(\.0)
  }
}
