internal import HTTP
internal import JSON

struct IssuerExactMatchCheck: MetadataCheck {
  let id = "issuer-exact-match"
  let title = "issuer exact"
  let source = "OIDC Discovery section 4.3, RFC 8414 section 3.3"
  let fix = "configure the issuer byte for byte as the provider's metadata has it"

  func judge(_ metadata: JSONValue, _ facts: PreflightFacts) -> PreflightVerdict {
    guard let configured = facts.subject.issuer else { return .skip("endpoints are configured") }
    guard let announced = metadata["issuer"]?.string(), !announced.isEmpty else {
      return .fail("the metadata name no issuer", evidence: [PreflightEvidence("issuer", "absent")])
    }
    let evidence = [PreflightEvidence("issuer", announced)]
    let place = "configured \(shown(configured)), announced \(shown(announced))"
    if announced == configured { return .pass(shown(announced), evidence: evidence) }
    if TemplatedIssuerCheck.isTemplate(announced) {
      return .skip("see templated-issuer", evidence: evidence)
    }
    if announced + "/" == configured || announced == configured + "/" {
      return .warn(
        "\(place): one slash apart, which strict clients refuse",
        evidence: evidence,
        fix: "configure \(shown(announced))"
      )
    }
    if announced.lowercased() == configured.lowercased() {
      return .fail(
        "\(place): the case differs",
        evidence: evidence,
        fix: "configure \(shown(announced))"
      )
    }
    if announced.hasPrefix("http://") && configured.hasPrefix("https://") {
      return .fail(
        "\(place): it announces itself over http",
        evidence: evidence,
        fix:
          "tell the provider its public https address (behind a proxy it often has to be configured)"
      )
    }
    return .fail("\(place): another issuer", evidence: evidence)
  }
}
