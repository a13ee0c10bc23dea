extension Rules {
  private static let guide = "appauth-migrate preflight --issuer ISSUER --client-id NEW-CLIENT"

  /// AM3xx: what this app does with AppAuth that the new library does not do.
  static let parity: [Rule] = [
    Rule(
      "AM301",
      .high,
      "confidential client",
      meaning: "The app authenticates at the token endpoint with a client secret (see AM104).",
      reason:
        "The new library has no field for a secret, by design: it is for public clients only.",
      fix:
        "Register a public client beside the old one. A provider that insists on a secret is not supported.",
      next: guide,
      reference: "RFC 8252 section 8.5; RFC 6749 section 2.1"
    ),
    Rule(
      "AM302",
      .medium,
      "another client authentication",
      meaning:
        "The client is registered with a client authentication other than none or a plain secret.",
      reason:
        "The new library sends client_id alone; there is no counterpart of AppAuth's ClientAuthentication.",
      fix: "Register a public client with token_endpoint_auth_method none.",
      next: guide,
      reference: "OpenID Connect Core section 9; RFC 7591 section 2"
    ),
    Rule(
      "AM303",
      .medium,
      "dynamic client registration",
      meaning: "The app registered its client at the provider by itself.",
      reason:
        "The new library has no counterpart of RegistrationRequest; each installation had a client of its own.",
      fix:
        "Register one public client for the app by hand, and let the old registrations be deleted.",
      next: guide,
      reference: "RFC 7591; RFC 7592"
    ),
    Rule(
      "AM304",
      .medium,
      "several accounts at once",
      meaning: "States of different subjects exist for the same issuer and client.",
      reason:
        "The new library keeps one session for each issuer and client; a second sign-in replaces the first.",
      fix: "Decide which account stays, or use a client id for each; revoke the tokens of all.",
      next: "appauth-migrate plan PATH… --issuer ISSUER --client-id NEW-CLIENT --output plan.json",
      reference: "OpenID Connect Core section 3.1.2.1 (prompt=select_account)"
    ),
    Rule(
      "AM305",
      .low,
      "parameters on the token request",
      meaning: "The app sent further parameters with the token request.",
      reason: """
        The new library sends what it builds itself, and resource; extra_parameters go with the authorization request \
        alone.
        """,
      fix:
        "Ask the provider for another way: a resource indicator, or a parameter of the authorization request.",
      next: guide,
      reference: "RFC 8707; RFC 6749 section 8.2"
    ),
    Rule(
      "AM306",
      .high,
      "a flow other than code",
      meaning: "The app used the implicit or hybrid flow (see AM203).",
      reason: "The new library does the code flow with PKCE and nothing else.",
      fix: "Register the client for response type code; no code change can keep the old flow.",
      next: guide,
      reference: "RFC 9700 section 2.1.2"
    ),
  ]
}
