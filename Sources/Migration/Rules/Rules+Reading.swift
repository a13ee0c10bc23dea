extension Rules {
  /// AM4xx: what could not be read, or not be made sense of.
  static let reading: [Rule] = [
    Rule(
      "AM401",
      .info,
      "encrypted store not opened",
      meaning:
        "A store is encrypted with a key that is not in this input, such as one of the Android Keystore.",
      reason: "There may be state in it. It can neither be shown nor revoked from here.",
      fix: "On the device: let the app delete it, clear the app's data, or delete the store whole.",
      next: "appauth-migrate delete PATH… --dry-run",
      reference: "Android: EncryptedSharedPreferences"
    ),
    Rule(
      "AM402",
      .medium,
      "truncated or malformed state",
      meaning: "A state begins here, and is cut off or damaged.",
      reason: "Tokens may be in the part that is left; they cannot be removed exactly.",
      fix: "Look at the file; if nothing else in it is needed, delete it whole.",
      next: "appauth-migrate audit PATH… --verbose",
      reference: "RFC 8259"
    ),
    Rule(
      "AM403",
      .medium,
      "several refresh tokens, live one unclear",
      meaning: "The state holds refresh tokens that differ, and nothing says which is the newest.",
      reason:
        "Sending an older one can trip the provider's reuse detection and end the whole grant.",
      fix: """
        If the grant is to end, revoke with --include-historical. Otherwise revoke the live one only, which is the \
        default.
        """,
      next: "appauth-migrate revoke PATH… --include-historical --dry-run",
      reference: "RFC 9700 section 4.14.2"
    ),
    Rule(
      "AM404",
      .medium,
      "client ids disagree inside one state",
      meaning: "The requests inside one state, or its ID token's audience, name different clients.",
      reason: "A token can be revoked by its own client only; which one that is, is not clear.",
      fix: "Find out from the app's code, and name the client with --client-id.",
      next: "appauth-migrate plan PATH… --issuer ISSUER --client-id NEW-CLIENT --output plan.json",
      reference: "RFC 7009 section 2.1"
    ),
    Rule(
      "AM405",
      .high,
      "signed out for AppAuth, but a token is still there",
      meaning:
        "The state records an authorization error, so the app treats it as signed out; a token is still in it.",
      reason:
        "The app will never use or refresh it again, and so never notices what others do with it.",
      fix: "Revoke it, then delete the state.",
      next: "appauth-migrate plan PATH… --issuer ISSUER --client-id NEW-CLIENT --output plan.json",
      reference: "AppAuth: AuthState.isAuthorized, OIDAuthState.isAuthorized"
    ),
  ]
}
