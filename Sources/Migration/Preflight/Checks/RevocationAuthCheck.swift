internal import JSON
internal import Providers

struct RevocationAuthCheck: MetadataCheck {
  let id = "revocation-auth-none"
  let title = "public revocation"
  let source = "RFC 8414 section 2, RFC 7009 section 2.1"
  let fix =
    "let the provider take revocations with client_id alone from public clients; else old tokens are revoked from your server"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "revocation_endpoint_auth_methods_supported"
    let source: JSONValue
    if metadata["revocation_endpoint"]?.string() != nil {
      source = metadata
    } else if case .found = RevocationEndpointCheck.fallback(facts),
      let document = facts.authorizationServer.usable
    {
      source = document
    } else {
      return .skip("there is no revocation endpoint")
    }
    let profile = facts.profile
    guard profile.revocation.publicClient != .refused else {
      return .warn("\(profile.name) takes no revocations from public clients")
    }
    let methods = Announced(name, in: source)
    let evidence = [methods.evidence(name)]
    let known =
      profile.revocation.publicClient == .allowed
      ? "; \(profile.name) is known to take them all the same" : ""
    switch methods {
    case .absent where facts.isConfigured: return .skip("configured endpoints do not say")
    case .absent:
      return .warn(
        "not announced, which means client_secret_basic\(known)",
        evidence: evidence
      )
    case .malformed: return .fail("\(name) is not an array of strings", evidence: evidence)
    case .list where methods.contains("none"):
      return .pass("client_id alone is enough", evidence: evidence)
    case .list(let list):
      return .warn("none is not announced (\(Announced.text(list)))\(known)", evidence: evidence)
    }
  }
}
