package import JSON
package import POSIX

/// What became of one state, and how well it was looked after.
package struct DeletionResult: Hashable, Sendable {
  /// The state's id in plan and ledger.
  package let id: String
  /// Its file.
  package let path: Path
  /// `AuthState.xml › state`.
  package let place: String
  /// What became of it.
  package let outcome: DeletionOutcome
  /// How many files were searched for its tokens, its own included.
  package let searched: Int
  /// Files beside it that were not searched, and why.
  package let notSearched: [String]
  /// Why it is not proven that no token is left beside the file, in words; nil if all was searched.
  let unproven: String?

  /// What became of it, why, and what to do.
  package var words: String {
    guard case .residue = outcome, let unproven else { return outcome.description }
    return "\(outcome); \(unproven)"
  }

  /// The result as JSON.
  package var json: JSONNode {
    var members: [(String, JSONNode)] = [
      ("state", .string(id)), ("path", path.json), ("place", .string(place)),
      ("outcome", .string(outcome.word)), ("words", .string(words)),
      ("files_searched", .int(Int64(searched))),
      ("files_not_searched", .array(notSearched.map(JSONNode.string))),
    ]
    if case .residue(let files) = outcome {
      members.append(("residue", .array(files.map(JSONNode.string))))
    }
    return .object(members)
  }
}
