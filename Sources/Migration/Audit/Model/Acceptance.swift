import JSON

/// That somebody answers for a finding until a day.
public struct Acceptance: Sendable, Hashable {
  /// Why it may stay.
  public let reason: String
  /// Who answers for it.
  public let owner: String
  /// The last day, as `2027-01-31` in UTC.
  public let until: String

  /// Says who answers for what.
  ///
  /// - Parameters:
  ///   - reason: Why it may stay.
  ///   - owner: Who answers for it.
  ///   - until: The last day, as `2027-01-31` in UTC.
  package init(reason: String, owner: String, until: String) {
    self.reason = reason
    self.owner = owner
    self.until = until
  }

  /// `accepted until 2027-01-31: the reason`.
  var words: String { "accepted until \(until): \(shown(reason))" }

  func json() -> JSONNode { .object(members) }

  var members: [(String, JSONNode)] {
    [("reason", .string(reason)), ("owner", .string(owner)), ("until", .string(until))]
  }
}
