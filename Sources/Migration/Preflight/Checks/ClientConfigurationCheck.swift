internal import OAuthClient

/// What the sign-in itself would refuse of the client, and no other check looks at: `plan` and `login` must not be the
/// first to say so.
struct ClientConfigurationCheck: PassiveCheck {
  let id = "client-configuration"
  let title = "configuration"
  let source = "OIDC Core section 3.1.2.1, RFC 6749 appendix A"
  let fix = "change it on the command line or in the configuration: plan and login refuse it too"

  func judge(_ facts: PreflightFacts) -> PreflightVerdict {
    let subject = facts.subject
    let scopes = PreflightEvidence("scopes", Announced.text(subject.scopes))
    do throws(OAuthError) {
      // Issuer and redirect have checks of their own: what stands here for them is only there to be valid.
      _ = try OAuthConfiguration(
        issuer: "https://id.example.com",
        clientId: subject.clientID ?? "unnamed",
        redirectUri: "http://127.0.0.1/callback",
        postLogoutRedirectUri: subject.postLogoutRedirectURI,
        scopes: subject.scopes
      )
    } catch {
      return .fail(error.description, evidence: [scopes])
    }
    guard subject.clientID != nil else {
      return .skip("no client_id is named: plan and login need one", evidence: [scopes])
    }
    return .pass("scopes \(Announced.text(subject.scopes))", evidence: [scopes])
  }
}
