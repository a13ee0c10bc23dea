internal import JSON
internal import OAuthClient
internal import Secrets

struct DiscoveryReachableCheck: PassiveCheck {
  let id = "discovery-reachable"
  let title = "discovery"
  let source = "OIDC Discovery section 4, RFC 8414 section 3"
  let fix =
    "set issuer to what the provider calls itself, so that ISSUER/.well-known/openid-configuration answers with JSON; or give endpoints"

  func judge(_ facts: PreflightFacts) -> PreflightVerdict {
    let evidence = facts.discovery.evidence
    switch facts.discovery.state {
    case .notAsked(let why): return .skip(why, evidence: [])
    case .unanswered(let error):
      return facts.discovery.isUnavailable
        ? .skip("could not be asked: \(error.description)", evidence: [evidence])
        : .fail(error.description, evidence: [evidence])
    case .answered(let answer):
      if facts.discovery.isUnavailable {
        return .skip(
          "could not be asked: the provider answered \(answer.status)",
          evidence: [evidence]
        )
      }
      if let fault = fault(of: answer, facts.discovery) {
        return .fail(fault, evidence: [evidence])
      }
      guard answer.type == "application/json" else {
        return .warn(
          "JSON, but sent as \(shown(answer.type ?? "nothing", limit: 60))",
          evidence: [evidence],
          fix: "send it as application/json: strict clients refuse anything else"
        )
      }
      return .pass("\(answer.body.count) bytes of JSON", evidence: [evidence])
    }
  }

  private func fault(of answer: FetchedDocument.Answer, _ fetched: FetchedDocument) -> String? {
    if (300..<400).contains(answer.status) {
      let place = answer.location.map { " to \(shown($0))" } ?? ""
      return "it redirects (\(answer.status))\(place), and redirects are not followed"
    }
    if answer.status != 200 { return "it answered \(answer.status) instead of 200" }
    if answer.type == "text/html" { return "it answered with a page instead of JSON" }
    switch fetched.document {
    case .failure(let failure): return "it is not usable JSON: \(failure)"
    case .success(let document) where document.root.kind != .object: return "it is no JSON object"
    case .success(let document) where document.root.hasDuplicateMembers:
      return "it has a member twice, which clients read differently"
    default: return nil
    }
  }
}
