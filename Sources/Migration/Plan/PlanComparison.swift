package import LegacyState
import POSIX
import Secrets

/// What a fresh audit shows of the states that a plan knows.
package struct PlanComparison: Sendable {
  /// The first thing that is not as it was when the plan was made, in words; nil if the plan still fits.
  package private(set) var difference: String?
  /// The states as they were found now, by the id that the plan gives them.
  ///
  /// A state can have another id now: taking one out of a file moves those behind it.
  package private(set) var states: [String: LegacyAuthState] = [:]
  /// Tells which file names spell a token of the states that were found.
  package var names = TokenNames([])

  /// Holds a plan against a fresh audit of its inputs.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - fresh: Every state that was found now.
  ///   - deleted: The ids of those that the ledger shows as deleted under this plan; that they are missing is no
  ///     difference.
  ///   - unread: Why files could not be read now, by their paths as they are shown.
  package init(
    _ plan: MigrationPlan,
    with fresh: [LegacyAuthState],
    deleted: Set<String> = [],
    unread: [String: String] = [:]
  ) {
    var left = Found(fresh)
    let places = Dictionary(
      zip(plan.states.map(\.id), plan.states.distinctPlaces),
      uniquingKeysWith: { first, _ in first }
    )
    var missing: [PlannedState] = []
    for planned in plan.states {
      if let state = left.take(planned, \.placeKey) {
        states[planned.id] = state
      } else {
        missing.append(planned)
      }
    }
    // Where a state was taken out before, the others of that file may stand elsewhere in it.
    let touched = Set(plan.states.filter { deleted.contains($0.id) }.map(\.fileKey))
    for planned in missing where !deleted.contains(planned.id) {
      if touched.contains(planned.fileKey), let state = left.take(planned, \.fileKey) {
        states[planned.id] = state
      } else if difference == nil, let reason = unread[planned.path.shown] {
        difference =
          "\(places[planned.id] ?? planned.shownPlace) cannot be read now: \(shown(reason, limit: 400))"
      } else if difference == nil {
        let place = places[planned.id] ?? planned.shownPlace
        difference =
          left.holds(planned, \.placeKey)
          ? "\(place) changed since the plan was made (another fingerprint)"
          : "\(place) is no longer there, and not because of this plan"
      }
    }
    difference = difference ?? left.first.map { "\($0.shownPlace) is not in the plan" }
  }
}

/// What was found now and has not been taken for a planned state yet.
private struct Found {
  private var states: [(state: LegacyAuthState, now: PlannedState)?]
  private var places: [PlannedState.Key: [Int]] = [:]

  init(_ fresh: [LegacyAuthState]) {
    states = fresh.map { ($0, PlannedState($0)) }
    for (index, found) in states.enumerated() {
      guard let now = found?.now else { continue }
      for key in [now.placeKey, now.fileKey] { places[key, default: []].append(index) }
    }
  }

  /// The first that is left and could stand in a plan, in the order in which they were found.
  var first: PlannedState? {
    states.lazy.compactMap { $0 }.first { !$0.state.isInFileNamedLikeToken }?.now
  }

  func holds(_ planned: PlannedState, _ key: KeyPath<PlannedState, PlannedState.Key>) -> Bool {
    places[planned[keyPath: key]]?.contains { states[$0] != nil } == true
  }

  mutating func take(
    _ planned: PlannedState,
    _ key: KeyPath<PlannedState, PlannedState.Key>
  ) -> LegacyAuthState? {
    let index = places[planned[keyPath: key]]?.first {
      states[$0]?.now.holdsSame(as: planned) == true
    }
    guard let index else { return nil }
    defer { states[index] = nil }
    return states[index]?.state
  }
}

extension MigrationPlan {
  /// What differs from the plan now.
  ///
  /// - Parameters:
  ///   - fresh: Every state that an audit of ``inputs`` found now.
  ///   - ledger: Shows what was deleted under this plan already.
  ///   - digest: The plan's digest, in hex.
  ///   - unread: Why files could not be read now, by their paths as they are shown.
  /// - Returns: The states as they were found now, and the first difference.
  /// - Throws: If the ledger cannot be read.
  package func differences(
    from fresh: [LegacyAuthState],
    _ ledger: Ledger,
    digest: String,
    unread: [String: String] = [:]
  ) throws(LedgerFailure) -> PlanComparison {
    var filter = LedgerFilter()
    filter.steps = [.delete]
    filter.statuses = [.done]
    filter.plan = digest
    var deleted: Set<String> = []
    for entry in try ledger.entries(filter) {
      if case .state(let id) = entry.subject { deleted.insert(id) }
    }
    return PlanComparison(self, with: fresh, deleted: deleted, unread: unread)
  }
}

extension LegacyAuthState {
  /// Whether its file's path tells one of its tokens, or looks as if, so that it stands in no plan.
  var isInFileNamedLikeToken: Bool { source.file.isNamedLikeToken || isInFileNamedAfterToken }

  /// Whether its file's path tells one of its tokens.
  ///
  /// In any spelling in which a deletion would look for it.
  var isInFileNamedAfterToken: Bool {
    let path = source.file
    if SafeFact(self).tells(path.text) { return true }
    // No spelling of a token is shorter than the token, and to prepare a search costs more than the search.
    let short = tokens.map(\.secret).filter { $0.count <= path.bytes.count }
    guard !short.isEmpty else { return false }
    return !ResidueSearch(tokens: short).occurrences(in: SecretBytes(copying: path.bytes)).isEmpty
  }
}

extension Path {
  /// Whether a component looks like a token, so that the path stands in no plan.
  fileprivate var isNamedLikeToken: Bool {
    bytes.split(separator: UInt8(ascii: "/")).contains { component in
      let name = Array(component)
      return TokenShape.isSuspicious(name.span)
    }
  }
}
