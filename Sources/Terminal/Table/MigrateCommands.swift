extension Table {
  private static let sources = ArgumentSpec(
    "PATH",
    .oneOrMore,
    .path,
    what: "a file or folder with old state, or - for standard input"
  )

  /// Find, check, migrate.
  static let migrateCommands: [CommandSpec] = [
    CommandSpec(
      .audit,
      group: .migrate,
      summary: "find what AppAuth left behind, and judge it",
      arguments: [sources],
      description: [
        """
        Reads files and folders without changing them, finds the state that AppAuth wrote, and says for each \
        credential where it lies, how bad that is and what to do. No token is ever shown: 12 hex digits of its \
        SHA-256 stand for it.
        """,
        """
        The report also says where it could not look, so that "nothing found" cannot be mistaken for "nothing \
        there". Turn what you need to have been looked at into a demand with --expect-app and --require.
        """,
        """
        --include and --exclude choose by the path below PATH, inside archives too. What is left out is counted and \
        said; where they leave nothing to look at, the audit ends with 3.
        """,
        """
        --compare holds the json report of an earlier audit against this one: the gate for an app's folder before and \
        after an update. --baseline accepts known states by id and fingerprint, each with a reason, an owner and a last \
        day; --write-baseline writes a first one.
        """,
        """
        Some plugins' states name neither issuer nor client. --write-map writes rules for them to be confirmed; with \
        --map they hold here, for plan and for revoke.
        """,
        """
        --format and --report write text, json, jsonl (one object a line), sarif, junit, csv, markdown or html.
        """,
      ],
      examples: [
        Example("appauth-migrate audit pixel-7-dump/", "judge a dump of an app's data"),
        Example(
          "appauth-migrate audit dump/ --require prefs,databases --report json=audit.json",
          "fail unless both places were read; keep the report for a pipeline"
        ),
      ],
      exits: [
        ExitNote(.done, "read; nothing at or above --fail-on"),
        ExitNote(
          .findings,
          "a finding at or above --fail-on, or state left since --compare, whatever else went wrong"
        ),
        ExitNote(.usage),
        ExitNote(.partial, "something could not be read, or a demand is not met"),
      ],
      formats: Table.auditFormats
    ),
    CommandSpec(
      .preflight,
      group: .migrate,
      summary: "check that the new sign-in will work at this provider",
      description: [
        """
        Reads the provider's metadata and keys and holds them against what the new client needs: exact issuer, \
        https, code flow with PKCE S256, a public client, asymmetric ID tokens, refresh, revocation, sign-out. \
        Every failed check says what to change, in the provider's own words where they are known.
        """,
        "Nobody signs in, and no token is sent or asked for.",
      ],
      examples: [
        Example(
          "appauth-migrate preflight --issuer https://id.example.com --client-id example-app",
          "check one client at one provider"
        ),
        Example(
          "appauth-migrate preflight --verbose --report json=preflight.json",
          "the client of ./appauth-migrate.json; list the checks that passed, too"
        ),
      ],
      exits: [
        ExitNote(.done, "every check passed, warned or was skipped"),
        ExitNote(.findings, "a check failed"),
        ExitNote(.usage),
        ExitNote(.unavailable),
      ]
    ),
    CommandSpec(
      .plan,
      group: .migrate,
      summary: "write down what migrate would do (no secrets in it)",
      arguments: [sources],
      description: [
        """
        Audits the paths, asks the provider's live metadata, and writes the steps of the migration as JSON: which \
        tokens are revoked where and what else that ends, who signs in, which states are deleted. The same input \
        gives the same plan, byte for byte; its digest is shown for --expect.
        """,
        """
        States that name neither issuer nor client, as plugins write them, need --map; the plan says then to which \
        client each token belongs. A plan holds fingerprints, never tokens. Its endpoints are for reading: migrate discovers them again and \
        stops at any difference.
        """,
      ],
      examples: [
        Example(
          "appauth-migrate plan dump/ --issuer https://id.example.com --client-id new-app -o plan.json",
          "plan for the states of one issuer"
        ),
        Example(
          "appauth-migrate plan dump/ --config appauth-migrate.json --login skip -o plan.json",
          "revoke and delete only; nobody signs in"
        ),
      ],
      exits: [
        ExitNote(.done, "the plan is written"), ExitNote(.usage),
        ExitNote(.partial, "the plan leaves something out, and says what"), ExitNote(.unavailable),
      ]
    ),
    CommandSpec(
      .migrate,
      group: .migrate,
      summary: "preflight, revoke, sign in afresh, delete, verify; resumes where it stopped",
      arguments: [
        ArgumentSpec("PLAN|PATH", .oneOrMore, .path, what: "a plan file, or a path with old state")
      ],
      description: [
        """
        Applies a plan in the order preflight, revoke, login, delete, verify. Old state stays until the new session \
        is proven. Given a path, it plans, shows the plan and asks before it acts; --yes is only taken with a plan \
        file.
        """,
        """
        Every step is in the ledger before and after it happens. Stopped half-way, by Ctrl-C or a power cut, the \
        same command goes on from there and does nothing twice that must not be done twice.
        """,
      ],
      examples: [
        Example("appauth-migrate migrate plan.json", "apply a plan that you have read"),
        Example(
          "appauth-migrate migrate plan.json --expect sha256:4be1…07c2 --yes",
          "unattended: only this very plan; one made with --login skip wants nobody at a browser"
        ),
      ],
      exits: [
        ExitNote(.done), ExitNote(.findings, "preflight failed; nothing was changed"),
        ExitNote(.usage, "wrong usage, or a plan that is edited, stale or not yours"),
        ExitNote(.partial), ExitNote(.unavailable), ExitNote(.signIn), ExitNote(.cancelled),
      ]
    ),
    CommandSpec(
      .revoke,
      group: .migrate,
      summary: "revoke old tokens at their provider (RFC 7009)",
      arguments: [sources],
      description: [
        """
        Sends each old refresh token once to the revocation endpoint that its issuer's live metadata names, never \
        to one that a dump names. --map says whose a state is that names no issuer; it overrules none. What else the provider ends with it is said before anything is sent.
        """,
        """
        A provider answers 200 for unknown tokens as well, so "accepted" is no proof. --verify redeem tries the \
        token afterwards; --require-verified makes a missing proof exit 3.
        """,
      ],
      examples: [
        Example(
          "appauth-migrate revoke dump/ --issuer https://id.example.com --dry-run",
          "see what would be sent, and to where"
        ),
        Example(
          "appauth-migrate revoke dump/ --issuer https://id.example.com --verify redeem",
          "revoke, and prove it"
        ),
      ],
      exits: [
        ExitNote(.done, "every token is revoked, or accepted without proof (a warning)"),
        ExitNote(.usage),
        ExitNote(.partial, "some tokens are refused, or not meant by the flags"),
        ExitNote(.unavailable, "some are in doubt or still waiting: run it again"),
        ExitNote(.cancelled, "you said no"),
      ]
    ),
    CommandSpec(
      .delete,
      group: .migrate,
      summary: "remove old state exactly; everything beside it stays byte for byte",
      arguments: [sources],
      description: [
        """
        Removes only states that this run's own audit proves and whose bytes have not changed since: the one \
        element, member or line, not the file. Afterwards the file, its siblings and their names are searched for \
        every token in every usual encoding; a residue is a failure, and so is a sibling that was not searched.
        """,
        """
        A dump is a copy: deleting here changes nothing on the phone, and the output says so. With --revoke, a state \
        whose token could not be revoked is kept unless --even-if-not-revoked.
        """,
      ],
      examples: [
        Example("appauth-migrate delete dump/ --dry-run", "see what would go, and what stays"),
        Example(
          "appauth-migrate delete dump/ --revoke --issuer https://id.example.com",
          "revoke first, then delete what was revoked"
        ),
      ],
      exits: [
        ExitNote(.done, "deleted, and no byte of a token is left"), ExitNote(.usage),
        ExitNote(.partial, "a state was left alone, a residue found or a sibling not searched"),
        ExitNote(.unavailable), ExitNote(.cancelled, "you said no"),
      ]
    ),
  ]
}
