internal import Crypto
internal import JOSE
internal import JSON

struct IDTokenAlgorithmsCheck: MetadataCheck {
  let id = "id-token-algorithms"
  let title = "ID-token algorithm"
  let source = "OIDC Discovery section 3, RFC 7518 section 3.1, RFC 8725 section 3.1"
  let fix =
    "sign ID tokens with RS, PS or ES and 256, 384 or 512: give the client a signing key at the provider (a public client cannot check HMAC)"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let name = "id_token_signing_alg_values_supported"
    let algorithms = Announced(name, in: metadata)
    let evidence = [algorithms.evidence(name)]
    switch algorithms {
    case .absent where facts.isConfigured: return .skip("configured endpoints do not say")
    case .absent: return .fail("\(name) is missing, though it is required", evidence: evidence)
    case .malformed: return .fail("\(name) is not an array of strings", evidence: evidence)
    case .list(let list):
      let usable = Self.usable(list)
      guard usable.isEmpty else {
        return .pass(usable.map(\.rawValue).joined(separator: ", "), evidence: evidence)
      }
      return .fail(
        "none that a public client can check: \(Announced.text(list))",
        evidence: evidence
      )
    }
  }

  static func usable(_ list: [String]) -> [JWSAlgorithm] { list.compactMap(JWSAlgorithm.init) }
}
