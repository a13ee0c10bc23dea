internal import JSON

struct ResponseTypeCodeCheck: MetadataCheck {
  let id = "response-type-code"
  let title = "code"
  let source = "OIDC Discovery section 3, RFC 9700 section 2.1.2"
  let fix = "enable the authorization code flow for this client"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "response_types_supported"
    let types = Announced(name, in: metadata)
    let evidence = [types.evidence(name)]
    switch types {
    case .absent where facts.isConfigured: return .skip("configured endpoints do not say")
    case .absent: return .fail("\(name) is missing, though it is required", evidence: evidence)
    case .malformed: return .fail("\(name) is not an array of strings", evidence: evidence)
    case .list where types.contains("code"): return .pass("code", evidence: evidence)
    case .list(let list):
      return .fail("code is not among them: \(Announced.text(list))", evidence: evidence)
    }
  }
}
