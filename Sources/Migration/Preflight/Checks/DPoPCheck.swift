internal import JSON

struct DPoPCheck: MetadataCheck {
  let id = "dpop"
  let title = "DPoP"
  let source = "RFC 9449 section 5.1"
  let fix =
    "let the provider announce ES256 in dpop_signing_alg_values_supported, or set dpop to auto"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "dpop_signing_alg_values_supported"
    let algorithms = Announced(name, in: metadata)
    let evidence = [algorithms.evidence(name)]
    let isRequired = facts.subject.dpop == .require
    if algorithms.contains("ES256") { return .pass("ES256", evidence: evidence) }
    let text =
      switch algorithms {
      case .absent: "not offered"
      case .malformed: "\(name) is not an array of strings"
      case .list(let list): "offered, but without ES256: \(Announced.text(list))"
      }
    return isRequired
      ? .fail("required by the configuration, but \(text)", evidence: evidence)
      : .skip(text, evidence: evidence)
  }
}
