package import JSON

/// What a baseline did to an audit.
package struct BaselineOutcome: Sendable {
  /// What became of one entry.
  enum Result: String, Sendable, CaseIterable {
    /// Its state is there, and no finding of it counts.
    case accepted
    /// Its last day is over.
    case expired
    /// There is a refresh token in its state, which takes another flag.
    case liveCredential = "live_credential"
    /// Its state has another token than the entry says.
    case otherCredential = "other_credential"
    /// There is no such state any more.
    case unmatched

    var words: String {
      switch self {
      case .accepted: "accepted"
      case .expired: "no longer accepted"
      case .liveCredential: "a refresh token in it: --accept-live-credential accepts that, too"
      case .otherCredential: "not the credential that was accepted"
      case .unmatched: "matches nothing any more: take it out"
      }
    }
  }

  package struct Entry: Sendable {
    let state: String
    let acceptance: Acceptance
    let result: Result
  }

  /// The baseline's file.
  let path: String
  /// In the order of the file.
  let entries: [Entry]
  /// The accepted states.
  let accepted: [String: Acceptance]
  /// How many findings of each severity they have.
  let findings: [Severity: Int]

  /// How many accepted findings there are from a severity on.
  func count(from threshold: Severity) -> Int {
    findings.filter { $0.key >= threshold }.reduce(0) { $0 + $1.value }
  }

  /// `2 accepted, 1 expired, 1 unmatched`.
  package var counts: String {
    let parts = Result.allCases.map { result in
      (result, entries.count { $0.result == result })
    }
    return parts.filter { $0.1 > 0 || $0.0 == .accepted }
      .map { "\($0.1) \($0.0.rawValue.replacing("_", with: " "))" }.joined(separator: ", ")
  }

  /// Those that somebody has to look at.
  package var open: [Entry] { entries.filter { $0.result != .accepted } }

  /// The baseline's part of the report.
  ///
  /// - Returns: The value of `baseline`.
  package func json() -> JSONNode {
    .object([
      ("path", .string(path)), ("accepted_states", .count(accepted.count)),
      ("accepted_findings", .count(count(from: .info))),
      (
        "entries",
        .array(
          entries.map { entry in
            .object(
              [("state", .string(entry.state)), ("result", .string(entry.result.rawValue))]
                + entry.acceptance.members
            )
          }
        )
      ),
    ])
  }
}

extension BaselineOutcome.Entry {
  /// `st_…: no longer accepted (until 2026-11-30, alice)`.
  var words: String {
    "\(state): \(result.words) (until \(acceptance.until), \(shown(acceptance.owner, limit: 80)))"
  }
}
