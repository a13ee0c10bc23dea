internal import JSON

struct DPoPCheck: MetadataCheck {
  let id = "dpop"
  let title = "DPoP"
  let source = "RFC 9449 section 5.1"
  let fix = "set dpop to auto or off; the provider may then answer with Bearer tokens"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "dpop_signing_alg_values_supported"
    let algorithms = Announced(name, in: metadata)
    let evidence = [algorithms.evidence(name)]
    if algorithms.contains("ES256") { return .pass("ES256", evidence: evidence) }
    let text =
      switch algorithms {
      case .absent: "not offered"
      case .malformed: "\(name) is not an array of strings"
      case .list(let list): "offered, but without ES256: \(Announced.text(list))"
      }
    // Without a word of the provider's a required binding is tried all the same, and a Bearer answer refused.
    if facts.subject.dpop == .require, case .list = algorithms {
      return .fail("required by the configuration; \(text)", evidence: evidence)
    }
    return .skip(text, evidence: evidence)
  }
}
