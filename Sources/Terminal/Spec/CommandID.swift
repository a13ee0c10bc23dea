/// The commands, by the words that call them.
package enum CommandID: String, Sendable, CaseIterable {
  case audit
  case preflight
  case plan
  case migrate
  case revoke
  case delete
  case login
  case status
  case token
  case request
  case refresh
  case stepUp = "step-up"
  case userinfo
  case logout
  case handleRedirect = "handle-redirect"
  case purge
  case ledgerShow = "ledger show"
  case explain
  case completions
  case version

  /// The words of the command line that call it; most have one.
  package var words: [String] { rawValue.split(separator: " ").map(String.init) }
}
