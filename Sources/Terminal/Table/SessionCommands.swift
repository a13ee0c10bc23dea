extension Table {
  /// The session that the operator signs in to.
  static let sessionCommands: [CommandSpec] = [
    CommandSpec(
      .login,
      group: .session,
      summary: "sign in with the system browser; proves registration, PKCE and ID token",
      description: [
        """
        Opens the browser at the provider, waits for the redirect on a loopback port, validates the ID token and \
        keeps the session sealed in the store. $BROWSER or the platform's opener is used; --no-browser prints the \
        address instead.
        """,
        "It signs you in, with your own account; it does not sign in the user of a phone whose dump you migrate.",
      ],
      examples: [
        Example(
          "appauth-migrate login --issuer https://id.example.com --client-id example-app",
          "sign in"
        ),
        Example(
          "appauth-migrate login --no-browser --timeout 600",
          "over ssh: print the address, wait ten minutes"
        ),
      ],
      exits: [
        ExitNote(.done, "signed in"), ExitNote(.usage),
        ExitNote(.partial, "the session could not be saved"), ExitNote(.unavailable),
        ExitNote(
          .signIn,
          "the provider refused the sign-in, or its ID token was refused; 2 where it refused the client or the scopes"
        ),
        ExitNote(.cancelled),
      ]
    ),
    CommandSpec(
      .status,
      group: .session,
      summary: "say whether you are signed in, until when, and where the session is kept",
      description: ["Reads the store; makes no request and prints no token."],
      examples: [
        Example("appauth-migrate status", "the session of ./appauth-migrate.json"),
        Example("appauth-migrate status --format json", "for a script"),
      ],
      exits: [
        ExitNote(.done, "signed in"), ExitNote(.usage),
        ExitNote(.partial, "the store could not be read"), ExitNote(.signIn, "not signed in"),
      ]
    ),
    CommandSpec(
      .token,
      group: .session,
      summary: "print a valid access token, refreshed if it must be",
      description: [
        """
        The one command that prints a secret: the access token, alone on standard output. On a terminal it wants \
        --print, since a screen and its history are read by others. --format json gives access_token, token_type \
        and expires_at.
        """
      ],
      examples: [
        Example(
          #"printf 'Authorization: Bearer %s' "$(appauth-migrate token)" | curl -H @- https://api.example.com/"#,
          "call an API; the token is in no argument list"
        ),
        Example("appauth-migrate token --print", "show it on the terminal"),
      ],
      exits: [
        ExitNote(.done), ExitNote(.usage),
        ExitNote(.partial, "the new session could not be saved, or a signal stopped the command"),
        ExitNote(.unavailable, "no answer that can be taken; the session is kept, worth repeating"),
        ExitNote(.signIn, "not signed in, or the session is over"),
      ]
    ),
    CommandSpec(
      .request,
      group: .session,
      summary: "send a request with the access token, to protected origins alone",
      arguments: [ArgumentSpec("URL", .one, .word, what: "the address of the resource")],
      description: [
        """
        As a small curl that has the session: the token is renewed where it is over or refused, goes only to the \
        origins of protected_origins, over https, and never along with a redirect, which is not followed. A body is \
        a file or standard input.
        """,
        """
        The body of the answer goes to standard output, or to a new file with --output; on a terminal without what \
        could steer it. --format json has status, headers and body in one document.
        """,
      ],
      examples: [
        Example(
          "appauth-migrate request https://api.example.com/me --protected-origins https://api.example.com",
          "get something"
        ),
        Example(
          "appauth-migrate request https://api.example.com/orders --data order.json --header Content-Type:application/json",
          "post a file; the origin stands in appauth-migrate.json"
        ),
      ],
      exits: [
        ExitNote(.done, "a status of 200 to 299"),
        ExitNote(.findings, "another status; the body is shown all the same"), ExitNote(.usage),
        ExitNote(.partial, "the new session could not be saved, or a signal stopped the command"),
        ExitNote(.unavailable, "no answer, or the origin asked to wait"),
        ExitNote(.signIn, "not signed in, the session is over, or the resource wants a step-up"),
      ]
    ),
    CommandSpec(
      .refresh,
      group: .session,
      summary: "refresh the session now",
      description: [
        """
        Spends the refresh token once; the new one is on disk before the old one is forgotten. Processes that \
        refresh at the same time wait for each other.
        """,
        """
        An answer that is lost or cannot be read leaves it open whether the provider has replaced the token: it is \
        sent once more by the next refresh, and after that only with --again, since a provider that takes the third \
        use for theft ends the grant.
        """,
      ],
      examples: [
        Example("appauth-migrate refresh", "refresh the session of ./appauth-migrate.json"),
        Example("appauth-migrate refresh --format json", "with the new expiry, for a script"),
      ],
      exits: [
        ExitNote(.done), ExitNote(.usage),
        ExitNote(.partial, "the new session could not be saved, or a signal stopped the command"),
        ExitNote(.unavailable, "no answer that can be taken; the session is kept, worth repeating"),
        ExitNote(.signIn, "not signed in, or the session is over"),
      ]
    ),
    CommandSpec(
      .stepUp,
      group: .session,
      summary: "sign in once more as a resource asks for it: more strongly, or just now",
      description: [
        """
        Asks the provider for the acr_values and the max_age (RFC 9470), in the system browser. The new session \
        takes the place of the old one if it is yours, one of the values is met, and the sign-in recent enough; \
        else the old one goes on, and what came is revoked. Without flags it asks for a sign-in at this moment.
        """
      ],
      examples: [
        Example(
          "appauth-migrate step-up --acr-values urn:example:gold --max-age 300",
          "as the error of request says"
        ),
        Example("appauth-migrate step-up", "sign in again now, without losing the session"),
      ],
      exits: [
        ExitNote(.done, "the session is what was asked for"), ExitNote(.usage),
        ExitNote(.partial, "the session could not be saved"), ExitNote(.unavailable),
        ExitNote(.signIn, "not signed in, the sign-in was refused, or is not what was asked for"),
        ExitNote(.cancelled),
      ]
    ),
    CommandSpec(
      .userinfo,
      group: .session,
      summary: "print what the provider says about you now",
      description: [
        """
        Asks the userinfo_endpoint (OpenID Connect Core 5.3). The answer must be about the user who signed in; a \
        signed one is verified. It is personal data, and goes to standard output alone, or where you send it.
        """
      ],
      examples: [
        Example("appauth-migrate userinfo", "one claim a line"),
        Example("appauth-migrate userinfo --format json", "for a script"),
      ],
      exits: [
        ExitNote(.done), ExitNote(.usage, "or the provider has no such endpoint"),
        ExitNote(.partial, "the new session could not be saved, or a signal stopped the command"),
        ExitNote(.unavailable, "no answer that can be taken"),
        ExitNote(.signIn, "not signed in, the session is over, or the answer was refused"),
      ]
    ),
    CommandSpec(
      .logout,
      group: .session,
      summary: "revoke the session's token, end it at the provider, forget it here",
      description: [
        """
        The local session goes whatever the provider answers; what happened there is said separately: session \
        ended, token revoked. Without a refresh token the access token is revoked, where the provider does that. \
        Signing out twice is no error.
        """
      ],
      examples: [
        Example("appauth-migrate logout", "sign out, in the browser too"),
        Example("appauth-migrate logout --no-browser", "print the address of the sign-out page"),
      ],
      exits: [
        ExitNote(.done), ExitNote(.usage),
        ExitNote(.partial, "gone here; the provider did not confirm what it could have"),
      ]
    ),
    CommandSpec(
      .handleRedirect,
      group: .session,
      summary: "finish a sign-in with the address that the browser was sent back to",
      arguments: [
        ArgumentSpec("URL", .zeroOrOne, .word, what: "the whole address, or - for standard input")
      ],
      description: [
        """
        For a sign-in whose redirect did not reach this program, as the one that waited for it was killed: the \
        address is in the browser. It must be the redirect of the newest sign-in, the whole of it; everything is \
        checked as by login. Without URL you are asked for it.
        """,
        """
        The address has a code in it. As an argument every user of the machine can see it, which is said; without \
        the verifier that lies in your store it is of no use to them.
        """,
      ],
      examples: [
        Example("appauth-migrate handle-redirect", "paste the address"),
        Example("appauth-migrate handle-redirect -", "from standard input"),
      ],
      exits: [
        ExitNote(.done, "signed in"), ExitNote(.usage, "or it is another address"),
        ExitNote(.partial, "the session could not be saved"), ExitNote(.unavailable),
        ExitNote(.signIn, "no sign-in waits for it, or the sign-in was refused"),
        ExitNote(.cancelled),
      ]
    ),
    CommandSpec(
      .purge,
      group: .session,
      summary: "sign out, and remove the session store with its key",
      description: [
        """
        Revokes the session's token as logout does, without the browser, and removes what this program keeps of \
        sessions: the store, sessions that lie aside in it, and its key. A key file goes only with the store that is \
        in its usual place and only from there; the ledger stays unless --with-ledger is given.
        """,
        """
        Where the provider does not confirm the revocation everything is removed all the same, and the command ends \
        with 3. Sessions of other clients in the same store, or one that waits for its key, cannot be signed out \
        from here: they stop it, unless --force is given. Purging twice is no error.
        """,
      ],
      examples: [
        Example("appauth-migrate purge --dry-run", "say what would be removed"),
        Example("appauth-migrate purge --yes --with-ledger", "leave nothing, and do not ask"),
      ],
      exits: [
        ExitNote(.done), ExitNote(.usage),
        ExitNote(
          .partial,
          "removed, but the provider did not confirm; or stopped, since sessions would be lost"
        ),
        ExitNote(.cancelled, "you did not say yes; nothing was changed"),
      ]
    ),
  ]
}
