import JSON
import LegacyState
import Migration
import Terminal

/// What `delete --dry-run` says: what would be sent and what would go, by what is known before anything is done.
struct DeletionPreview {
  private struct State {
    let id: String
    let place: String
    /// Why it would stay; nil if it would go.
    let stay: String?
    /// Whether it would go only once its token is revoked.
    let waits: Bool
  }

  private let states: [State]
  private let place: DataPlace
  private let revocation: Revocation?

  /// Looks ahead.
  ///
  /// - Parameters:
  ///   - states: What was found.
  ///   - place: Where it lies.
  ///   - revocation: What --revoke would send.
  ///   - holds: Why a state would be kept although it could go, by its id.
  init(
    _ states: [AuditedState],
    _ place: DataPlace,
    _ revocation: Revocation?,
    _ holds: [String: String]
  ) {
    let pending = Set(revocation?.selection.targets.flatMap(\.states) ?? [])
    let targets = states.map { DeletionTarget($0.state) }.namedApart
    self.states = zip(states, targets).map { audited, target in
      let refusal = DeletionRefusal.foreseen(for: audited.state)
        .map { DeletionOutcome.refused($0) }
      let hold = holds[audited.state.id].map { DeletionOutcome.keptNotRevoked($0) }
      return State(
        id: audited.state.id,
        place: target.shownPlace,
        stay: (refusal ?? hold)?.description,
        waits: pending.contains(audited.state.id)
      )
    }
    self.place = place
    self.revocation = revocation
  }

  /// Whether all that was found would go.
  var isWhole: Bool { states.allSatisfy { $0.stay == nil } }

  var rendering: Rendering {
    Rendering(
      text: { style in
        let lines = states.map { state in
          let goes =
            state.waits ? "would go, exactly, once its token is revoked" : "would go, exactly"
          return "\(state.place): \(state.stay ?? goes)"
        }
        let nothing =
          revocation == nil ? "nothing was changed" : "nothing was sent, nothing was changed"
        return ((revocation?.outlook ?? []) + lines + ["\(nothing) \(place.rawValue): --dry-run"])
          .map { Wrap.paragraph($0, width: style.width, hanging: "  ") }.joined()
      },
      json: {
        .object([
          ("schema", "appauth-migrate/deletion/1"), ("data", .string(place.rawValue)),
          ("dry_run", true), ("would_revoke", revocation?.forecast ?? .null),
          (
            "states",
            .array(
              states.map { state in
                .object([
                  ("state", .string(state.id)), ("place", .string(state.place)),
                  ("would_delete", .bool(state.stay == nil)),
                  ("once_revoked", .bool(state.stay == nil && state.waits)),
                  ("words", state.stay.map { .string($0) } ?? .null),
                ])
              }
            )
          ),
        ])
      }
    )
  }
}
