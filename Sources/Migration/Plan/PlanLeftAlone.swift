import JSON
package import Secrets

/// Something that a plan leaves as it is, and why.
package struct PlanLeftAlone: Hashable, Sendable {
  /// What is left alone.
  package enum Subject: Hashable, Sendable {
    /// A state, which stays in its file.
    case state(PlannedState)
    /// A token of these states, which is not revoked; without a digest where that would give it away.
    case token(Fingerprint?, states: [String])
    /// A file, a container or the like, as it may be shown.
    case place(String)
  }

  /// The word for a state that cannot be taken out of where it stands.
  package static let notRemovable = "not_removable"

  /// What is left alone.
  package var subject: Subject
  /// Why, in a stable word like `other_issuer`, `historical` or `not_removable`.
  package var reason: String
  /// Why, and what to do about it, in words.
  package var words: String

  /// Says what is left alone.
  ///
  /// - Parameters:
  ///   - subject: What.
  ///   - reason: Why, in a stable word.
  ///   - words: Why, and what to do about it.
  package init(_ subject: Subject, reason: String, words: String) {
    self.subject = subject
    self.reason = reason
    self.words = words
  }

  var state: PlannedState? {
    guard case .state(let state) = subject else { return nil }
    return state
  }

  var json: JSONNode {
    let what: (String, JSONNode) =
      switch subject {
      case .state(let state): ("state", state.json)
      case .token(let fingerprint, let states):
        (
          "token",
          .object([
            ("sha256", .optional(fingerprint?.hex)),
            ("states", .array(states.sorted().map(JSONNode.string))),
          ])
        )
      case .place(let text): ("place", .string(text))
      }
    return .object([what, ("reason", .string(reason)), ("words", .string(words))])
  }

  init(_ node: PlanNode) throws(PlanMalformed) {
    if let state = node.optionalMember("state") {
      subject = .state(try PlannedState(state))
    } else if let token = node.optionalMember("token") {
      let fingerprint =
        token.optionalMember("sha256") == nil ? nil : try token.fingerprint("sha256")
      subject = .token(fingerprint, states: try token.texts("states"))
    } else {
      subject = .place(try node.text("place"))
    }
    reason = try node.text("reason")
    words = try node.text("words")
  }

  /// By which a plan sorts: the same input gives the same plan.
  var sortKey: [UInt8] { json.sorted.encoded() }
}
