internal import JSON
internal import OAuthClient

struct RevocationEndpointCheck: MetadataCheck {
  let id = "revocation-endpoint"
  let title = "revocation"
  let source = "RFC 7009 section 2, RFC 8414 section 2"
  let fix =
    "enable token revocation at the provider; without it old tokens end only in its console, and logout leaves the refresh token alive"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "revocation_endpoint"
    if let text = metadata[name]?.string() {
      let evidence = [PreflightEvidence(name, text)]
      guard EndpointURL.parse(text) != nil else {
        return .skip("see endpoints-https", evidence: evidence)
      }
      return .pass("announced", evidence: evidence)
    }
    let evidence = [PreflightEvidence(name, "absent")]
    let place = Self.fallback(facts)
    switch place {
    case .found(let text):
      return .pass(
        "announced only in the RFC 8414 document, which is read for it",
        evidence: evidence + [facts.authorizationServer.evidence, PreflightEvidence(name, text)]
      )
    case .otherIssuer(let issuer):
      return .warn(
        "not announced; the RFC 8414 document has one but names another issuer (\(shown(issuer)))",
        evidence: evidence + [facts.authorizationServer.evidence]
      )
    case .none:
      let asked =
        facts.authorizationServer.address.isEmpty ? [] : [facts.authorizationServer.evidence]
      return .warn("no revocation endpoint is announced", evidence: evidence + asked)
    }
  }

  /// What the RFC 8414 document adds.
  enum Fallback {
    case found(String)
    case otherIssuer(String)
    case none
  }

  static func fallback(_ facts: PreflightFacts) -> Fallback {
    guard let document = facts.authorizationServer.usable,
      let text = document["revocation_endpoint"]?.string(), EndpointURL.parse(text) != nil
    else { return .none }
    let issuer = document["issuer"]?.string() ?? ""
    guard issuer == facts.metadata?["issuer"]?.string() else { return .otherIssuer(issuer) }
    return .found(text)
  }
}
