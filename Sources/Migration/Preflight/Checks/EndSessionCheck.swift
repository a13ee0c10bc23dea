internal import JSON
internal import Providers

struct EndSessionCheck: MetadataCheck {
  let id = "end-session-endpoint"
  let title = "sign-out"
  let source = "OIDC RP-Initiated Logout section 2.1"
  let fix =
    "enable RP-initiated logout at the provider, or tell users that signing out ends this app's session only"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "end_session_endpoint"
    guard let text = metadata[name]?.string() else {
      return .warn(
        "no sign-out endpoint is announced: logout revokes the token and leaves the browser's session",
        evidence: [PreflightEvidence(name, "absent")]
      )
    }
    let dialect = facts.profile.logout == .cognito ? ", in Cognito's own form" : ""
    return .pass("announced\(dialect)", evidence: [PreflightEvidence(name, text)])
  }
}
