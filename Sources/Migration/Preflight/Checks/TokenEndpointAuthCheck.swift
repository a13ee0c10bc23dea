internal import JSON

struct TokenEndpointAuthCheck: MetadataCheck {
  let id = "token-endpoint-auth-none"
  let title = "public clients"
  let source = "OIDC Discovery section 3, RFC 8252 section 8.4"
  let fix = "register the client as public (native, no secret): token endpoint authentication none"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "token_endpoint_auth_methods_supported"
    let methods = Announced(name, in: metadata)
    let evidence = [methods.evidence(name)]
    switch methods {
    case .absent where facts.isConfigured: return .skip("configured endpoints do not say")
    case .absent:
      return .warn(
        "not announced, which means client_secret_basic; many providers take public clients all the same",
        evidence: evidence
      )
    case .malformed: return .fail("\(name) is not an array of strings", evidence: evidence)
    case .list where methods.contains("none"):
      return .pass("client_id alone is enough", evidence: evidence)
    case .list(let list):
      // django-oauth-toolkit and others take public clients without announcing none.
      return .warn(
        "none is not announced (\(Announced.text(list))); some providers take public clients all the same",
        evidence: evidence
      )
    }
  }
}
