internal import JSON
internal import OAuthClient

struct PushedRequestsCheck: MetadataCheck {
  let id = "par"
  let title = "PAR"
  let source = "RFC 9126 sections 5 and 6"
  let fix = "let the provider announce pushed_authorization_request_endpoint, or set par to auto"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let endpoint = metadata["pushed_authorization_request_endpoint"]?.string()
    let isRequired = metadata["require_pushed_authorization_requests"]?.bool() ?? false
    let evidence = [
      PreflightEvidence("pushed_authorization_request_endpoint", endpoint ?? "absent"),
      PreflightEvidence("require_pushed_authorization_requests", "\(isRequired)"),
    ]
    guard endpoint != nil else {
      if isRequired {
        return .fail("required by the provider, which names no endpoint for it", evidence: evidence)
      }
      return facts.subject.par == .require
        ? .fail("required by the configuration, but not offered", evidence: evidence)
        : .skip("not offered", evidence: evidence)
    }
    return .pass(isRequired ? "required" : "offered", evidence: evidence)
  }
}
