package import LegacyState
import POSIX

/// What a fresh audit shows of the states that a plan knows.
package struct PlanComparison: Sendable {
  /// The first thing that is not as it was when the plan was made, in words; nil if the plan still fits.
  package private(set) var difference: String?
  /// The states as they were found now, by the id that the plan gives them.
  ///
  /// A state can have another id now: taking one out of a file moves those behind it.
  package private(set) var states: [String: LegacyAuthState] = [:]

  /// Holds a plan against a fresh audit of its inputs.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - fresh: Every state that was found now.
  ///   - deleted: The ids of those that the ledger shows as deleted under this plan; that they are missing is no
  ///     difference.
  package init(
    _ plan: MigrationPlan,
    with fresh: [LegacyAuthState],
    deleted: Set<String> = []
  ) {
    let known = plan.states
    var left = fresh.map { (state: $0, now: PlannedState($0)) }
    var missing: [PlannedState] = []
    for planned in known {
      let found = left.firstIndex { $0.now.isAtPlace(of: planned) && $0.now.holdsSame(as: planned) }
      if let found {
        states[planned.id] = left.remove(at: found).state
      } else {
        missing.append(planned)
      }
    }
    // Where a state was taken out before, the others of that file may stand elsewhere in it.
    let touched = known.filter { deleted.contains($0.id) }
    for planned in missing where !deleted.contains(planned.id) {
      let found =
        touched.contains(where: planned.isInFile)
        ? left.firstIndex { $0.now.isInFile(of: planned) && $0.now.holdsSame(as: planned) } : nil
      if let found {
        states[planned.id] = left.remove(at: found).state
      } else {
        let isChanged = left.contains { $0.now.isAtPlace(of: planned) }
        difference =
          difference
          ?? (isChanged
            ? "\(planned.shownPlace) changed since the plan was made (another fingerprint)"
            : "\(planned.shownPlace) is no longer there, and not because of this plan")
      }
    }
    difference =
      difference ?? left.first.map { "\($0.now.shownPlace) is not in the plan" }
  }
}

extension MigrationPlan {
  /// What differs from the plan now.
  ///
  /// - Parameters:
  ///   - fresh: Every state that an audit of ``inputs`` found now.
  ///   - ledger: Shows what was deleted under this plan already.
  ///   - digest: The plan's digest, in hex.
  /// - Returns: The states as they were found now, and the first difference.
  /// - Throws: If the ledger cannot be read.
  package func differences(
    from fresh: [LegacyAuthState],
    _ ledger: Ledger,
    digest: String
  ) throws(LedgerFailure) -> PlanComparison {
    var filter = LedgerFilter()
    filter.steps = [.delete]
    filter.statuses = [.done]
    filter.plan = digest
    var deleted: Set<String> = []
    for entry in try ledger.entries(filter) {
      if case .state(let id) = entry.subject { deleted.insert(id) }
    }
    return PlanComparison(self, with: fresh, deleted: deleted)
  }
}
