internal import JSON

struct TemplatedIssuerCheck: MetadataCheck {
  let id = "templated-issuer"
  let title = "issuer of one tenant"
  let source = "OIDC Core section 3.1.3.7, OIDC Discovery section 4.3"
  let fix =
    "configure the address of one tenant, such as https://login.microsoftonline.com/TENANT-ID/v2.0; a template is never filled in"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    guard let issuer = metadata["issuer"]?.string() else { return .skip("there is no issuer") }
    guard Self.isTemplate(issuer) else { return .pass("no template") }
    return .fail(
      "the provider announces the template \(shown(issuer)): no ID token can carry exactly that",
      evidence: [PreflightEvidence("issuer", issuer)]
    )
  }

  static func isTemplate(_ issuer: String) -> Bool {
    issuer.contains { $0 == "{" || $0 == "}" } || issuer.lowercased().contains("%7b")
  }
}
