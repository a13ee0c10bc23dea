internal import JSON

struct PKCECheck: MetadataCheck {
  let id = "pkce-s256"
  let title = "S256"
  let source = "RFC 7636 section 4.2, RFC 8414 section 2, RFC 9700 section 2.1.1"
  let fix = "enable PKCE with S256 for this client; plain protects nothing"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "code_challenge_methods_supported"
    let methods = Announced(name, in: metadata)
    let evidence = [methods.evidence(name)]
    switch methods {
    case .absent where facts.isConfigured: return .skip("configured endpoints do not say")
    case .absent:
      return .warn(
        "not announced; S256 is sent all the same, and a provider that ignores it leaves the code unprotected",
        evidence: evidence,
        fix: "find out whether the provider enforces PKCE, and let it announce S256"
      )
    case .malformed: return .fail("\(name) is not an array of strings", evidence: evidence)
    case .list where methods.contains("S256"): return .pass("S256", evidence: evidence)
    case .list(let list):
      return .fail("S256 is not among them: \(Announced.text(list))", evidence: evidence)
    }
  }
}
