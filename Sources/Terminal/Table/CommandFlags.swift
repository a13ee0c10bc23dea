extension Table {
  /// The severities, worst first.
  package static let severities = ["critical", "high", "medium", "low", "info"]
  /// The places of an app that a report can vouch for.
  package static let places = [
    "prefs", "files", "databases", "keychain", "caches", "web_storage", "encrypted_stores",
  ]

  private static let revoking: [CommandID] = [.plan, .migrate, .revoke, .delete]

  /// What only some commands can do.
  static let commandFlags: [FlagSpec] = [
    FlagSpec(
      .failOn,
      group: .command,
      kind: .choice("SEVERITY", severities),
      in: .commands([.audit]),
      help: "exit 1 from this severity on (default: high)"
    ),
    FlagSpec(
      .compare,
      group: .command,
      kind: .path("BEFORE.json"),
      in: .commands([.audit]),
      help: "pass only if that earlier report had state and nothing is left; list what changed"
    ),
    FlagSpec(
      .baseline,
      group: .command,
      kind: .path("FILE"),
      in: .commands([.audit]),
      help: "do not fail for the states that this file accepts until a day"
    ),
    FlagSpec(
      .acceptLiveCredential,
      group: .command,
      in: .commands([.audit]),
      help: "with --baseline: accept states with a refresh token, too"
    ),
    FlagSpec(
      .writeBaseline,
      group: .command,
      kind: .path("FILE"),
      in: .commands([.audit]),
      help: "write a first baseline to a new FILE; fill in a reason and an owner for each state"
    ),
    FlagSpec(
      .map,
      group: .command,
      kind: .path("FILE"),
      in: .commands([.audit, .plan, .migrate, .revoke, .delete]),
      help: "whose the states are that do not say it: rules from states to issuer and client"
    ),
    FlagSpec(
      .writeMap,
      group: .command,
      kind: .path("FILE"),
      in: .commands([.audit]),
      help:
        "write such rules to a new FILE, guessed from the tokens; each counts once you confirm it"
    ),
    FlagSpec(
      .include,
      group: .command,
      kind: .string("GLOB"),
      repeatable: true,
      in: .commands([.audit]),
      help: "look only at these: a name at any depth, or a path below PATH; *, ? and ** as usual"
    ),
    FlagSpec(
      .exclude,
      group: .command,
      kind: .string("GLOB"),
      repeatable: true,
      in: .commands([.audit]),
      help: "leave these out, and say how many; stronger than --include"
    ),
    FlagSpec(
      .expectApp,
      group: .command,
      kind: .string("ID"),
      repeatable: true,
      in: .commands([.audit]),
      help: "exit 3 unless this app is in the input"
    ),
    FlagSpec(
      .require,
      group: .command,
      kind: .choices("PLACES", places),
      repeatable: true,
      in: .commands([.audit]),
      // Spelled out: joining the list is what a start would spend most of its own time on.
      help: """
        exit 3 unless these places were read: prefs, files, databases, keychain, caches, \
        web_storage, encrypted_stores
        """
    ),
    FlagSpec(
      .passwordFile,
      group: .command,
      kind: .path("FILE"),
      in: .commands([.audit, .plan, .migrate, .revoke, .delete]),
      help: "the password of an encrypted Android backup; a line break at its end is left out"
    ),
    FlagSpec(
      .expect,
      group: .command,
      kind: .string("sha256:DIGEST"),
      in: .commands([.migrate]),
      help: "apply the plan only if it has this digest; it stands for your yes, and nobody is asked"
    ),
    FlagSpec(
      .login,
      group: .command,
      kind: .choice("HOW", ["keep", "prove", "skip"]),
      in: .commands([.plan, .migrate]),
      help: "keep the new session (default), prove (sign out again at the end), or skip the sign-in"
    ),
    FlagSpec(
      .order,
      group: .command,
      kind: .choice("ORDER", ["revoke-first", "login-first"]),
      in: .commands([.plan, .migrate]),
      help:
        "revoke-first (default): a provider that ends the whole grant cannot end the new session"
    ),
    FlagSpec(
      .includeHistorical,
      group: .command,
      in: .commands(revoking),
      help: "revoke older refresh tokens as well; this can trip the provider's reuse detection"
    ),
    FlagSpec(
      .verify,
      group: .command,
      kind: .choice("HOW", ["redeem"]),
      in: .commands(revoking),
      help: "prove the revocation: redeem tries the token, and revokes at once what comes back"
    ),
    FlagSpec(
      .requireVerified,
      group: .command,
      in: .commands(revoking),
      help: "exit 3 if a revocation is accepted but not proven"
    ),
    FlagSpec(
      .revoke,
      group: .command,
      in: .commands([.delete]),
      help: "revoke first; keep a state whose token could not be revoked"
    ),
    FlagSpec(
      .evenIfNotRevoked,
      group: .command,
      in: .commands([.delete]),
      help: "with --revoke: delete it even then"
    ),
    FlagSpec(
      .noBrowser,
      group: .command,
      in: .commands([.migrate, .login, .stepUp, .logout]),
      help: "print the address to open to standard error instead of opening it"
    ),
    FlagSpec(
      .timeout,
      group: .command,
      kind: .integer("SECONDS", 1...86_400),
      in: .commands([.migrate, .login, .stepUp, .logout]),
      help: "how long to wait for you in the browser (default: 300)"
    ),
    FlagSpec(
      .print,
      group: .command,
      in: .commands([.token]),
      help: "print the token even on a terminal"
    ),
    FlagSpec(
      .request,
      group: .command,
      short: "X",
      kind: .string("METHOD"),
      in: .commands([.request]),
      help: "the method, in capitals (default: GET, and POST with --data)"
    ),
    FlagSpec(
      .header,
      group: .command,
      short: "H",
      kind: .string("'NAME: VALUE'"),
      repeatable: true,
      in: .commands([.request]),
      help: "a further header; not Authorization, which is the session's to set"
    ),
    FlagSpec(
      .data,
      group: .command,
      kind: .path("FILE"),
      in: .commands([.request]),
      help: "send what is in FILE as the body, or in standard input with -"
    ),
    FlagSpec(
      .showHeaders,
      group: .command,
      short: "i",
      in: .commands([.request]),
      help: "write the status and the headers of the answer before its body"
    ),
    FlagSpec(
      .acrValues,
      group: .command,
      kind: .list("VALUES"),
      repeatable: true,
      in: .commands([.stepUp]),
      help: "the authentication contexts that will do, most wanted first; one of them must be met"
    ),
    FlagSpec(
      .maxAge,
      group: .command,
      kind: .integer("SECONDS", 0...2_147_483_647),
      in: .commands([.stepUp]),
      help: "how long ago you may have signed in at the provider (default without values: 0)"
    ),
    FlagSpec(
      .again,
      group: .command,
      in: .commands([.refresh]),
      help: "send a refresh token again of which two answers were lost; the provider may end it"
    ),
    FlagSpec(
      .withLedger,
      group: .command,
      in: .commands([.purge]),
      help: "remove the ledger, too: what was done can be proven by nothing then"
    ),
    FlagSpec(
      .force,
      group: .command,
      in: .commands([.purge]),
      help: "remove sessions, too, that cannot be signed out from here; their tokens may live on"
    ),
    FlagSpec(
      .dryRun,
      group: .command,
      in: .commands([.migrate, .revoke, .delete, .purge]),
      help: "say what would happen; change nothing, send no token"
    ),
    FlagSpec(
      .yes,
      group: .command,
      in: .commands([.migrate, .revoke, .delete, .purge]),
      help: "do not ask; never confirms an issuer, and migrate takes it only with a plan file"
    ),
  ]
}
