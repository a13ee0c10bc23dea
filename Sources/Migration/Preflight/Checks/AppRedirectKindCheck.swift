struct AppRedirectKindCheck: PassiveCheck {
  let id = "app-redirect-uri-kind"
  let title = "the app's redirect URIs"
  let source = "RFC 8252 sections 7 and 8.3"
  let fix = "use an https address of yours that the app claims (App Links, Universal Links)"

  func judge(_ facts: PreflightFacts) -> PreflightVerdict {
    let verdicts = facts.subject.appRedirectURIs.map { RedirectKind($0).verdict }
    guard !verdicts.isEmpty else { return .skip("no app_redirect_uris are configured") }
    for result in [PreflightVerdict.Result.fail, .warn] {
      let some = verdicts.filter { $0.result == result }
      guard let first = some.first else { continue }
      return PreflightVerdict(
        result,
        some.map(\.text).joined(separator: "; "),
        evidence: verdicts.flatMap(\.evidence),
        fix: some.count == 1 ? first.fix : nil
      )
    }
    return .pass("\(verdicts.count) of a safe kind", evidence: verdicts.flatMap(\.evidence))
  }
}
