struct RedirectKindCheck: PassiveCheck {
  let id = "redirect-uri-kind"
  let title = "redirect URI"
  let source = "RFC 8252 sections 7 and 8.3"
  let fix = "use http://127.0.0.1/callback for this command"

  func judge(_ facts: PreflightFacts) -> PreflightVerdict {
    guard let uri = facts.subject.redirectURI else { return .skip("no redirect_uri is configured") }
    return RedirectKind(uri).verdict
  }
}
