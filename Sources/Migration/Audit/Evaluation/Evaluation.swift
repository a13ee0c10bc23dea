import LegacyState

/// What one rule, or a few that belong together, say of a state.
protocol StateRule: Sendable {
  /// What is wrong with the state; the rules' own severity holds unless a finding says otherwise.
  static func judge(_ judged: JudgedState) -> [AuditFinding]
}

/// All rules over one state.
enum Evaluation {
  /// A new rule is one type that conforms to ``StateRule``, and one line here.
  private static let rules: [any StateRule.Type] = [
    StoredTokens.self, StoredClientCredentials.self, UnfinishedSignIn.self, StoragePlace.self,
    ProofOfPossession.self, ResponseTypes.self, InsecureEndpoints.self, RedirectKinds.self,
    IssuerIdentity.self, TokenAlgorithms.self, SessionLength.self, ClientKinds.self,
    TokenRequestParameters.self, Contradictions.self, SignedOut.self, Residue.self,
  ]

  /// In the order of the rules' ids.
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    rules.flatMap { $0.judge(judged) }.sorted { $0.rule < $1.rule }
  }
}

extension JudgedState {
  /// A finding about this state.
  func finding(_ rule: String, _ message: String) -> AuditFinding {
    AuditFinding(rule, state: state.id, message)
  }

  /// A finding that matters more or less than the rule says.
  func finding(_ rule: String, _ severity: Severity?, _ message: String) -> AuditFinding {
    AuditFinding(rule, severity, state: state.id, message)
  }
}
