package import JSON
import LegacyState

/// What became of the credentials of an earlier audit; holds only what can be shown.
package struct AuditComparison: Sendable {
  /// Whether the app that was updated left nothing behind.
  package enum Verdict: String, Sendable {
    /// The earlier audit had state, and this one, which looked at the same, has none.
    case passed
    case failed
    /// Nothing was found, but not everything was looked at.
    case notProven = "not_proven"
  }

  /// The earlier audit.
  struct Earlier: Sendable {
    /// The report's file.
    let path: String
    let startedAt: String
    let states: Int
    /// Different credentials that have a digest.
    let credentials: Int
  }

  /// How many credentials of each change are listed; the counts have all.
  static let listed = 10_000

  let earlier: Earlier
  let new: Int
  let gone: Int
  let unchanged: Int
  /// New ones first, then those that are still there, then those that are gone.
  let credentials: [ComparedCredential]
  /// How it ended.
  package let verdict: Verdict
  /// Why it did not pass.
  let reasons: [String]

  /// `1 credential in no state any more, 0 new, 2 still there`.
  var counts: String {
    "\(Words.count(gone, "credential")) in no state any more, \(new) new, \(unchanged) still there"
  }

  /// What a person might take it for.
  static let scope =
    "compared are AppAuth states: a token that stands alone, under a name of the app's own, is not looked for"

  /// The verdict in a sentence, reasons bounded and neutralised.
  package var sentence: String {
    switch verdict {
    case .passed:
      "passed: the earlier audit had \(Words.count(earlier.states, "state")), this one has none "
        + "(\(Self.scope))"
    case .failed: "failed: " + told
    case .notProven: "not proven: " + told
    }
  }

  /// Why it did not pass, each by itself, at most a thousand.
  var openReasons: [String] { verdict == .passed ? [] : Array(reasons.prefix(1000)) }

  private var told: String {
    let more = reasons.count - 5
    return reasons.prefix(5).map { shown($0, limit: 300) }.joined(separator: "; ")
      + (more > 0 ? "; and \(more) more" : "")
  }
}

/// A credential that one of two audits has, or both.
struct ComparedCredential: Sendable, Hashable {
  enum Change: String, Sendable {
    case new, gone, unchanged

    /// `in no state any more`: whether it is gone, nobody knows.
    var words: String {
      switch self {
      case .new: "new"
      case .gone: "in no state any more"
      case .unchanged: "still there"
      }
    }
  }

  let change: Change
  let role: LegacyToken.Role
  let isOlder: Bool
  /// The first 12 hex digits of its digest.
  let fingerprint: String
  let app: String?
  /// A state that has it; of a credential that is gone, in the earlier report.
  let state: String

  /// `refresh token a41f09c2d7e1, an older one`.
  var words: String { "\(role.words) \(fingerprint)" + (isOlder ? ", an older one" : "") }
}

extension AuditComparison {
  /// The comparison as the report has it.
  ///
  /// - Returns: The value of `comparison`.
  package func json() -> JSONNode {
    .object(
      figures + [
        ("reasons", .array(reasons.map { .string($0) })),
        ("credentials", .array(credentials.map { $0.json() })),
      ]
    )
  }

  /// The same without the lists.
  var figures: [(String, JSONNode)] {
    [
      (
        "earlier",
        .object([
          ("path", .string(earlier.path)), ("started_at", .string(earlier.startedAt)),
          ("states", .count(earlier.states)), ("credentials", .count(earlier.credentials)),
        ])
      ),
      ("verdict", .string(verdict.rawValue)), ("new", .count(new)), ("gone", .count(gone)),
      ("unchanged", .count(unchanged)),
    ]
  }
}

extension ComparedCredential {
  fileprivate func json() -> JSONNode {
    .object([
      ("change", .string(change.rawValue)),
      ("role", .string(isOlder ? "historical_refresh" : role.rawValue)),
      ("fingerprint", .string(fingerprint)), ("app", .optional(app)), ("state", .string(state)),
    ])
  }
}
