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
  ]
}
