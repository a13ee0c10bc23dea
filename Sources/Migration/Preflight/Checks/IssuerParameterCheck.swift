internal import JSON

struct IssuerParameterCheck: MetadataCheck {
  let id = "iss-parameter"
  let title = "iss in the answer"
  let source = "RFC 9207 section 3, RFC 9700 section 4.4"
  let fix = "let the provider send iss with its answers; it matters to clients of several providers"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "authorization_response_iss_parameter_supported"
    guard metadata[name]?.bool() == true else {
      return .skip("not announced: a mix-up is then prevented by state alone")
    }
    return .pass("announced, hence demanded", evidence: [PreflightEvidence(name, "true")])
  }
}
