internal import Crypto
internal import JOSE
internal import JSON
internal import OAuthClient
internal import Secrets

struct KeySetUsableCheck: MetadataCheck {
  let id = "jwks-usable"
  let title = "JWKS"
  let source = "OIDC Discovery section 3, RFC 7517 section 5, RFC 8725 section 3.5"
  let fix =
    "let jwks_uri answer with a JSON Web Key Set that has a signature key (RSA of 2048 bits or more, or P-256, P-384, P-521) for an announced algorithm"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    let evidence = [facts.keySet.evidence]
    switch facts.keySet.state {
    case .notAsked(let why): return .skip(why)
    case .unanswered(let error):
      return facts.keySet.isUnavailable
        ? .skip("could not be asked: \(error.description)", evidence: evidence)
        : .fail(error.description, evidence: evidence)
    case .answered(let answer):
      if facts.keySet.isUnavailable {
        return .skip(
          "could not be asked: the provider answered \(answer.status)",
          evidence: evidence
        )
      }
      guard answer.status == 200 else {
        return .fail("it answered \(answer.status) instead of 200", evidence: evidence)
      }
      do throws(JWKSetFailure) {
        return judge(try JWKSet(parsing: answer.body), metadata, evidence)
      } catch {
        return .fail("\(error)", evidence: evidence)
      }
    }
  }

  private func judge(
    _ set: JWKSet,
    _ metadata: JSONValue,
    _ asked: [PreflightEvidence]
  ) -> PreflightVerdict {
    var announced: [JWSAlgorithm] = []
    if case .list(let list) = Announced("id_token_signing_alg_values_supported", in: metadata) {
      announced = IDTokenAlgorithmsCheck.usable(list)
    }
    let evidence =
      asked
      + set.skipped.prefix(5).map { key in
        PreflightEvidence("key \(key.keyID ?? "number \(key.position + 1)")", "\(key.problem)")
      }
    guard !set.keys.isEmpty else {
      let why = set.skipped.first.map { ": \($0.problem)" } ?? ""
      return .fail("no key that can check a signature\(why)", evidence: evidence)
    }
    let fitting = announced.isEmpty ? JWSAlgorithm.allCases : announced
    guard set.keys.contains(where: { key in fitting.contains { key.fits($0) } }) else {
      return .fail("no key fits an announced algorithm", evidence: evidence)
    }
    if set.skipped.contains(where: { $0.problem == .beyondLimit }) {
      return .warn(
        "more than \(JWKSet.maximumKeys) keys: the rest is not looked at",
        evidence: evidence
      )
    }
    if set.keys.count > 1, set.keys.contains(where: { $0.keyID == nil }) {
      return .warn(
        "several keys, and one has no kid: which one signed can only be tried out",
        evidence: evidence,
        fix: "give each key a kid (OIDC Core section 10.1)"
      )
    }
    return .pass("\(set.keys.count) usable", evidence: evidence)
  }
}
