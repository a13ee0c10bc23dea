internal import JSON

struct OfflineAccessCheck: MetadataCheck {
  let id = "offline-access"
  let title = "offline_access"
  let source = "OIDC Core section 11, RFC 8414 section 2"
  let fix = "assign the scope offline_access to this client at the provider, or drop it from scopes"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "scopes_supported"
    let scopes = Announced(name, in: metadata)
    let evidence = [scopes.evidence(name)]
    let isAsked = facts.subject.scopes.contains("offline_access")
    switch scopes {
    case .absent:
      return .skip(
        isAsked ? "asked for, but the scopes are not announced" : "neither asked for nor announced",
        evidence: evidence
      )
    case .malformed: return .fail("\(name) is not an array of strings", evidence: evidence)
    case .list:
      switch (isAsked, scopes.contains("offline_access")) {
      case (true, true): return .pass("announced and asked for", evidence: evidence)
      case (true, false):
        return .fail("asked for, but not in \(name)", evidence: evidence)
      case (false, true):
        return .warn(
          "announced but not asked for: there may be no refresh token",
          evidence: evidence,
          fix: "add offline_access to scopes, unless people shall sign in again each time"
        )
      case (false, false):
        return .skip("neither asked for nor announced", evidence: evidence)
      }
    }
  }
}
