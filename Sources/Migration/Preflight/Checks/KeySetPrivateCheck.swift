internal import JOSE
internal import JSON
internal import OAuthClient
internal import Secrets

struct KeySetPrivateCheck: PassiveCheck {
  let id = "jwks-no-private-keys"
  let title = "no private key published"
  let source = "RFC 7517 section 9.2, OIDC Discovery section 3"
  let fix = "withdraw that key at once: whoever read the key set can sign ID tokens with it"

  func judge(_ facts: PreflightFacts) -> PreflightVerdict {
    guard let root = facts.keySet.usable, let set = try? JWKSet(root) else {
      return .skip("there is no key set to look at")
    }
    return set.containsPrivateKey
      ? .fail(
        "the key set gives away a private or symmetric key",
        evidence: [facts.keySet.evidence]
      )
      : .pass("public halves only")
  }
}
