extension Table {
  /// The commands that need to know the issuer and the client, and no more.
  private static let identified: [CommandID] = [.revoke, .delete]
  /// The commands that make or use a client.
  private static let configured: [CommandID] = [
    .preflight, .plan, .migrate, .login, .status, .token, .request, .refresh, .stepUp, .userinfo,
    .logout, .handleRedirect, .purge,
  ]

  /// The members of the configuration file; the flag wins.
  static let clientFlags: [FlagSpec] = [
    FlagSpec(
      .issuer,
      group: .client,
      kind: .string("URL"),
      in: .commands(configured + identified),
      member: "issuer",
      help:
        "the provider, exactly as its metadata spells it; also selects the old states of this issuer"
    ),
    FlagSpec(
      .clientID,
      group: .client,
      kind: .string("ID"),
      in: .commands(configured + identified),
      member: "client_id",
      help: "the public client that is registered there; it has no secret"
    ),
    FlagSpec(
      .redirectURI,
      group: .client,
      kind: .string("URI"),
      in: .commands(configured),
      member: "redirect_uri",
      help: "this command's own redirect, on loopback (default: http://127.0.0.1/callback)"
    ),
    FlagSpec(
      .postLogoutRedirectURI,
      group: .client,
      kind: .string("URI"),
      in: .commands(configured),
      member: "post_logout_redirect_uri",
      help: "where the provider returns to after sign-out"
    ),
    FlagSpec(
      .scopes,
      group: .client,
      aliases: ["scope"],
      kind: .list("SCOPES"),
      repeatable: true,
      in: .commands(configured),
      member: "scopes",
      help: "what to ask for; must hold openid (default: openid profile offline_access)"
    ),
    FlagSpec(
      .protectedOrigins,
      group: .client,
      kind: .list("ORIGINS"),
      repeatable: true,
      in: .commands(configured),
      member: "protected_origins",
      help: "the only origins that ever see the access token"
    ),
    FlagSpec(
      .resources,
      group: .client,
      kind: .list("URIS"),
      repeatable: true,
      in: .commands(configured),
      member: "resources",
      help: "resource indicators to ask for (RFC 8707)"
    ),
    FlagSpec(
      .extraParameters,
      group: .client,
      kind: .keyValue("KEY=VALUE", keys: []),
      repeatable: true,
      in: .commands(configured),
      member: "extra_parameters",
      help: "a further parameter of the authorization request"
    ),
    FlagSpec(
      .endpoints,
      group: .client,
      kind: .keyValue("NAME=URL", keys: EndpointSettings.names),
      repeatable: true,
      in: .commands(configured),
      member: "endpoints",
      help:
        "endpoints instead of discovery; needs issuer, authorization, token and jwks_uri, and no --issuer"
    ),
    FlagSpec(
      .dpop,
      group: .client,
      kind: .choice("WHEN", Requirement.allCases.map(\.rawValue)),
      in: .commands(configured),
      member: "dpop",
      help: "bind tokens to a key (RFC 9449): auto (default), require or off"
    ),
    FlagSpec(
      .par,
      group: .client,
      kind: .choice("WHEN", Requirement.allCases.map(\.rawValue)),
      in: .commands(configured),
      member: "par",
      help: "push the authorization request (RFC 9126): auto (default), require or off"
    ),
    FlagSpec(
      .clockLeewaySeconds,
      group: .client,
      kind: .integer("SECONDS", 0...300),
      in: .commands(configured),
      member: "clock_leeway_seconds",
      help: "how far clocks may be apart when a token's times are checked (default: 60)"
    ),
    FlagSpec(
      .appRedirectURIs,
      group: .client,
      kind: .list("URIS"),
      repeatable: true,
      in: .commands([.preflight, .plan, .migrate]),
      member: "app_redirect_uris",
      help: "the app's own redirect URIs, which preflight judges"
    ),
  ]
}
