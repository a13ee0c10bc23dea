internal import JSON

struct RefreshGrantCheck: MetadataCheck {
  let id = "grant-refresh-token"
  let title = "refresh"
  let source = "OIDC Discovery section 3, RFC 8414 section 2, RFC 6749 section 6"
  let fix = "allow the grants authorization_code and refresh_token for this client"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "grant_types_supported"
    let grants = Announced(name, in: metadata)
    let evidence = [grants.evidence(name)]
    switch grants {
    case .absent where facts.isConfigured: return .skip("configured endpoints do not say")
    case .absent:
      return .warn(
        "not announced, which means no refresh; many providers refresh all the same",
        evidence: evidence
      )
    case .malformed: return .fail("\(name) is not an array of strings", evidence: evidence)
    case .list(let list):
      guard grants.contains("authorization_code") else {
        return .fail(
          "authorization_code is not among them: \(Announced.text(list))",
          evidence: evidence
        )
      }
      guard grants.contains("refresh_token") else {
        // Glewlwyd refreshes without announcing it.
        return .warn(
          "refresh_token is not announced: people may have to sign in again when the access token ends",
          evidence: evidence
        )
      }
      return .pass("refresh_token", evidence: evidence)
    }
  }
}
