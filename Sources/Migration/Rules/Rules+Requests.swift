extension Rules {
  private static let preflight = "appauth-migrate preflight --issuer ISSUER --client-id CLIENT"

  /// AM2xx: how the old app signed in, as its state shows.
  static let requests: [Rule] = [
    Rule(
      "AM201",
      .high,
      "no PKCE, or the plain method",
      meaning:
        "The authorization request had no code challenge, or one that is the verifier itself.",
      reason: "Another app that catches the redirect can exchange the code.",
      fix: "The new client always uses S256. Make the provider require it for this client.",
      next: preflight,
      reference: "RFC 7636 section 7.2; RFC 8252 section 8.1"
    ),
    Rule(
      "AM202",
      .medium,
      "no nonce with openid",
      meaning: "The request asked for an ID token and sent no nonce.",
      reason: "An ID token of another sign-in could be slipped in without being noticed.",
      fix: "The new client always sends and checks one; setNonce(null) has no counterpart.",
      next: preflight,
      reference: "OpenID Connect Core section 3.1.2.1"
    ),
    Rule(
      "AM203",
      .high,
      "response type other than code",
      meaning: "The request asked for tokens in the redirect itself (implicit or hybrid).",
      reason:
        "Tokens in an address end up in histories, logs and other apps; PKCE does not protect them.",
      fix: "Register the client for the code flow alone.",
      next: preflight,
      reference: "RFC 9700 section 2.1.2"
    ),
    Rule(
      "AM204",
      .high,
      "http endpoint or issuer",
      meaning: "The state names an endpoint or issuer without TLS that is not a loopback address.",
      reason: "Everyone on the way reads and changes the tokens that go there.",
      fix:
        "Use the provider's https issuer; the new client refuses http, and nothing is sent to this one.",
      next: preflight,
      reference: "RFC 6749 sections 3.1 and 3.2; OpenID Connect Discovery section 3"
    ),
    Rule(
      "AM205",
      .low,
      "redirect that others can claim",
      meaning: """
        The redirect URI is a private-use scheme, which any app can claim (low), or http to a host that is not \
        loopback (high).
        """,
      reason: "Whoever gets the redirect gets the code, and over http everyone on the way does.",
      fix: """
        Register an https redirect that is claimed by an App Link or a Universal Link. Keep the old one registered \
        until the old versions are gone.
        """,
      next: preflight,
      reference: "RFC 8252 sections 7.2, 8.1 and 8.3"
    ),
    Rule(
      "AM206",
      .high,
      "issuer differs from the ID token's iss",
      meaning:
        "The issuer of the discovery document and the iss claim of the stored ID token are not the same text.",
      reason: """
        AppAuth may have let it pass; an ID token of another issuer is the mark of a mix-up, and a strict client \
        refuses it.
        """,
      fix:
        "Configure the issuer exactly as the provider's metadata spells it, or let the provider correct it.",
      next: preflight,
      reference: "OpenID Connect Core section 3.1.3.7; RFC 9207"
    ),
    Rule(
      "AM207",
      .high,
      "ID token unsigned, or signed with the client secret",
      meaning: "The stored ID token says alg none or HS256, HS384 or HS512.",
      reason: "Nobody, or everybody who has the app, could have made it: it proves nothing.",
      fix: "Set the client's ID token signing algorithm to RS256 or ES256 at the provider.",
      next: preflight,
      reference: "OpenID Connect Core section 10.1; RFC 8725 section 3"
    ),
    Rule(
      "AM208",
      .medium,
      "templated issuer",
      meaning: "The issuer has a placeholder in it, such as {tenantid}.",
      reason:
        "No ID token can have it as its iss, so a check of the issuer was skipped or would fail.",
      fix: "Use the issuer of one tenant, as its own metadata spells it.",
      next: preflight,
      reference: "OpenID Connect Discovery section 4.3"
    ),
    Rule(
      "AM209",
      .info,
      "issuer unknown",
      meaning: "The state names no issuer, and no ID token does.",
      reason: "Nothing is ever sent for such a state: its endpoints may be anybody's.",
      fix: "Find out from the app's code which issuer it used.",
      next: "appauth-migrate audit PATH… --verbose",
      reference: "OpenID Connect Discovery section 4"
    ),
    Rule(
      "AM210",
      .info,
      "no refresh token, or offline_access not asked for",
      meaning: "The session had no refresh token, or its scopes do not have offline_access.",
      reason:
        "There is nothing to revoke that lasts. The new client may be asked to sign in more often than expected.",
      fix:
        "If users are to stay signed in, ask for offline_access and see that the provider grants it.",
      next: preflight,
      reference: "OpenID Connect Core section 11"
    ),
  ]
}
