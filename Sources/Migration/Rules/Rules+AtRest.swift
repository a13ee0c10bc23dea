extension Rules {
  private static let plan =
    "appauth-migrate plan PATH… --issuer ISSUER --client-id NEW-CLIENT --output plan.json"

  /// AM1xx: what lies where it can be taken.
  static let atRest: [Rule] = [
    Rule(
      "AM101",
      .high,
      "refresh token at rest",
      meaning: "A refresh token of an AppAuth session is stored in the data that was audited.",
      reason: """
        Whoever reads it can fetch access tokens as this user, without a password and without a trace on the \
        device, until the provider ends the grant. After the app moves on nobody uses it and nobody guards it.
        """,
      fix: "Revoke it at its provider, then delete the state that holds it.",
      next: plan,
      reference: "RFC 6749 section 10.4; RFC 7009"
    ),
    Rule(
      "AM102",
      .high,
      "unexpired access token at rest",
      meaning: "An access token is stored, and its expiry, as far as the state says, is not over.",
      reason:
        "Until it expires it opens the API to whoever reads it; most APIs do not ask who sends it.",
      fix: """
        Revoke the refresh token of the same grant, which at many providers ends its access tokens as well, and \
        delete the state. What a provider cannot revoke ends with its expiry.
        """,
      next: plan,
      reference: "RFC 6750 section 5.2; RFC 7009 section 2.1"
    ),
    Rule(
      "AM103",
      .medium,
      "ID token at rest: personal data",
      meaning:
        "An ID token is stored. It is readable as it is: name, mail address, subject, time of sign-in.",
      reason: "It is personal data of the user, kept longer than the sign-in that it was made for.",
      fix:
        "Delete the state; the new client keeps the ID token sealed, and only as a hint for sign-out.",
      next: "appauth-migrate delete PATH… --dry-run",
      reference: "OpenID Connect Core section 2"
    ),
    Rule(
      "AM104",
      .critical,
      "client secret in an app",
      meaning: "The state holds a client secret: the app is registered as a confidential client.",
      reason: """
        Every installation has the same secret, so it is no secret, and whoever has it can pose as the app for every \
        user. AppAuth allows it; a native app cannot keep it.
        """,
      fix: """
        Register a public client without a secret (PKCE S256) beside the old one, move the app over, then change \
        the old client's secret and disable it when the old versions are gone.
        """,
      next: "appauth-migrate preflight --issuer ISSUER --client-id NEW-CLIENT",
      reference: "RFC 8252 section 8.5"
    ),
    Rule(
      "AM105",
      .critical,
      "registration access token at rest",
      meaning:
        "The app registered itself dynamically, and the token that manages this registration is stored.",
      reason:
        "With it the client's registration can be read, changed (its redirect URIs, too) or deleted.",
      fix:
        "Delete the registration at the provider, then the state. The new client is registered once, by you.",
      next: plan,
      reference: "RFC 7592 section 5"
    ),
    Rule(
      "AM106",
      .medium,
      "unexchanged code and verifier at rest",
      meaning:
        "A sign-in stopped half-way: its authorization code and PKCE verifier are stored, no tokens followed.",
      reason: """
        A code lives for minutes only, but with its verifier beside it PKCE protects nothing while it does. The state \
        also shows that sign-ins are broken off and left behind.
        """,
      fix: "Delete the state; nothing needs to be revoked once the code has expired.",
      next: "appauth-migrate delete PATH… --dry-run",
      reference: "RFC 6749 section 10.5; RFC 7636 section 7"
    ),
    Rule(
      "AM107",
      .high,
      "state in plaintext storage",
      meaning: "The state lies in a preferences file, database or file that is not encrypted.",
      reason: """
        The sandbox is its only guard: a rooted device, a backup, a debug build or another process of the same user \
        reads it.
        """,
      fix:
        "Delete the state; the new client seals its session with a key of the Keystore or Keychain.",
      next: plan,
      reference: "OWASP MASVS-STORAGE-1"
    ),
    Rule(
      "AM108",
      .high,
      "state in a backup, archive, cache or log",
      meaning: "A copy of the state lies outside the place where the app keeps it.",
      reason:
        "Copies outlive the app's own clean-up and travel: to a computer, a cloud, a colleague.",
      fix: "Revoke the token, since copies cannot all be found; then remove the copies that can.",
      next: plan,
      reference: "OWASP MASVS-STORAGE-2; RFC 7009"
    ),
    Rule(
      "AM109",
      .medium,
      "same token in several places",
      meaning: "One token is stored more than once.",
      reason: "Deleting one place leaves the token alive in the other.",
      fix: "Revoke it once and delete every place that the report lists.",
      next: plan,
      reference: "RFC 7009"
    ),
    Rule(
      "AM110",
      .high,
      "residue of a deleted state",
      meaning:
        "A state was deleted, but its bytes are still in the file: free pages, a journal, an old copy.",
      reason:
        "Deleting a row or key does not overwrite it. Any tool that reads the raw file finds the token.",
      fix: "Revoke the token, then wipe the unused bytes of the file; delete does both.",
      next: "appauth-migrate delete PATH… --revoke --dry-run",
      reference: "SQLite: PRAGMA secure_delete"
    ),
  ]
}
