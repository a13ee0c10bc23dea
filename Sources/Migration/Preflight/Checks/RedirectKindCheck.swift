internal import HTTP

struct RedirectKindCheck: PassiveCheck {
  let id = "redirect-uri-kind"
  let title = "redirect URI"
  let source = "RFC 8252 sections 7 and 8.3"
  let fix = "use http://127.0.0.1/callback for this command"

  func judge(_ facts: PreflightFacts) -> PreflightVerdict {
    guard let uri = facts.subject.redirectURI else { return .skip("no redirect_uri is configured") }
    let verdict = RedirectKind(uri).verdict
    guard verdict.result != .fail, HTTPURL(uri)?.isLoopbackAddress != true else { return verdict }
    return .warn(
      "\(verdict.text): an app may have it, but plan and login need one that comes back to this command",
      evidence: verdict.evidence
    )
  }
}
