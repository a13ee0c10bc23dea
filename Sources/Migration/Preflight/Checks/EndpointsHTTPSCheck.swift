internal import HTTP
internal import JSON
internal import OAuthClient

struct EndpointsHTTPSCheck: MetadataCheck {
  let id = "endpoints-https"
  let title = "endpoints https"
  let source = "RFC 8414 section 2, RFC 6749 section 3.1, RFC 8252 section 8.3"
  let fix = "let the provider publish https addresses without user information or fragment"

  private static let required = ["authorization_endpoint", "token_endpoint", "jwks_uri"]
  private static let optional = [
    "revocation_endpoint", "userinfo_endpoint", "end_session_endpoint", "introspection_endpoint",
    "pushed_authorization_request_endpoint",
  ]

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    var evidence: [PreflightEvidence] = []
    var faults: [String] = []
    for name in Self.required + Self.optional {
      guard let value = metadata[name], !value.isNull else {
        guard Self.required.contains(name) else { continue }
        evidence.append(PreflightEvidence(name, "absent"))
        faults.append("\(name) is missing")
        continue
      }
      let text = value.string()
      evidence.append(PreflightEvidence(name, text ?? "not a string"))
      guard let text, EndpointURL.parse(text) != nil else {
        faults.append("\(name) is \(text.map { shown($0) } ?? "not a string")")
        continue
      }
    }
    guard faults.isEmpty else {
      return .fail(faults.joined(separator: "; "), evidence: evidence)
    }
    return .pass("all \(evidence.count)", evidence: evidence)
  }
}
