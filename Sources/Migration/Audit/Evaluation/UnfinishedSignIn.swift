import LegacyState

/// AM106: a code that was never exchanged.
enum UnfinishedSignIn: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    guard judged.state.authorizationCodeExchanged == false else { return [] }
    let message =
      judged.state.codeVerifier == nil
      ? "an authorization code that was not exchanged"
      : "an authorization code that was not exchanged, and its verifier beside it"
    return [judged.finding("AM106", message)]
  }
}
