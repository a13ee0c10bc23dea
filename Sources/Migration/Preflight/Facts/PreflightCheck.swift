package import JSON

/// One thing that must be right before the update ships.
///
/// A new check is one file in `Checks` and one line in ``PreflightChecks``.
package protocol PreflightCheck: Sendable {
  /// A stable word.
  var id: String { get }
  /// A few words for people.
  var title: String { get }
  /// Where it is written that it has to be so.
  var source: String { get }
  /// What to change when it is not.
  var fix: String { get }

  /// Judges; asks the provider only through `context`.
  ///
  /// - Parameter context: What is known, and the means to ask.
  /// - Returns: The verdict.
  func run(in context: PreflightContext) async -> PreflightVerdict
}

/// A check that needs nothing but what was fetched anyway.
package protocol PassiveCheck: PreflightCheck {
  /// Judges.
  ///
  /// - Parameter facts: What was fetched.
  /// - Returns: The verdict.
  func judge(_ facts: PreflightFacts) -> PreflightVerdict
}

extension PassiveCheck {
  package func run(in context: PreflightContext) async -> PreflightVerdict {
    judge(context.facts)
  }
}

/// A check of the provider's metadata; skipped where there is none.
package protocol MetadataCheck: PassiveCheck {
  /// Judges.
  ///
  /// - Parameters:
  ///   - metadata: The document's object.
  ///   - facts: What else is known.
  /// - Returns: The verdict.
  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict
}

extension MetadataCheck {
  package func judge(_ facts: PreflightFacts) -> PreflightVerdict {
    guard let metadata = facts.metadata else { return .skip("there is no metadata to look at") }
    return judge(metadata, facts)
  }
}
