import DemoProvider

/// What comes back from the browser, or pretends to.
extension HostileCase {
  private static func refused(
    _ name: String,
    _ edits: Knock.Edit...,
    as verdict: Verdict
  ) -> HostileCase {
    HostileCase(name, .signIn, .knocks([Knock(edits: edits)]), twin: .knocks([Knock()]), verdict)
      .asking(.token, 0)
  }

  private static func ignored(_ name: String, _ status: Int, _ knock: Knock) -> HostileCase {
    HostileCase(name, .signIn, .knocks([knock]), twin: .knocks([Knock()]), .ignored(status))
      .asking(.token, 1)
  }

  private static let mixUp = Verdict.recoverable("refused_response", "mix-up")
  private static let twice = Verdict.recoverable("refused_response", "a parameter twice")
  private static let unfit = Verdict.recoverable("refused_response", "no authorization code")

  /// With our state, and yet not acceptable: the sign-in is over, and the code is sent nowhere.
  static let redirectsRefused: [HostileCase] = [
    refused(
      "redirect with the iss of another provider",
      .set("iss", "https%3A%2F%2Fother.example"),
      as: mixUp
    ),
    refused("redirect whose iss has a slash more", .set("iss", "{iss}%2F"), as: mixUp),
    refused("redirect whose iss is in capitals", .set("iss", "{ISS}"), as: mixUp),
    refused("redirect with an empty iss", .set("iss", ""), as: mixUp),
    refused(
      "redirect without the iss that is announced",
      .omit("iss"),
      as: .recoverable("refused_response", "RFC 9207 section 2.4")
    ),
    refused("redirect with the same iss twice", .again("iss", nil), as: twice),
    refused(
      "redirect with a second iss of another provider",
      .again("iss", "https%3A%2F%2Fother.example"),
      as: twice
    ),
    refused("redirect with the same code twice", .again("code", nil), as: twice),
    refused("redirect with two codes", .again("code", "another"), as: twice),
    refused(
      "redirect with a code and an error",
      .again("error", "access_denied"),
      as: .recoverable("refused_response", "both a code and an error")
    ),
    refused(
      "redirect with neither code nor error",
      .omit("code"),
      as: .recoverable("refused_response", "neither")
    ),
    refused(
      "redirect with an empty code",
      .set("code", ""),
      as: .recoverable("refused_response", "neither")
    ),
    refused("redirect whose code ends in NUL", .set("code", "{code}%00"), as: unfit),
    refused(
      "redirect whose code would break a line",
      .set("code", "{code}%0D%0AX-Forged:%201"),
      as: unfit
    ),
    refused("redirect whose code is no ASCII", .set("code", "%C3%A9{code}"), as: unfit),
    refused(
      "redirect with a code of 20,000 characters",
      .set("code", String(repeating: "c", count: 20_000)),
      as: unfit
    ),
    refused(
      "redirect with an error of ours",
      .only("error=access_denied&state={state}&iss={iss}"),
      as: .recoverable("denied").naming("access_denied")
    ),
    refused(
      "redirect with an error of another provider",
      .only("error=access_denied&state={state}&iss=https%3A%2F%2Fother.example"),
      as: mixUp
    ),
    refused(
      "redirect with two errors",
      .only("error=access_denied&error=server_error&state={state}&iss={iss}"),
      as: twice
    ),
    refused(
      "redirect with an error that nobody has heard of",
      .only("error=brand_new&state={state}&iss={iss}"),
      as: .configuration("refused_by_provider", "(brand_new)")
    ),
    refused(
      "redirect whose error is the code",
      .only("error={code}&state={state}&iss={iss}"),
      as: .configuration("refused_by_provider", "unrecognised_error")
    ),
    refused(
      "redirect whose error is described by escapes, marks of direction and the code",
      .only(
        "error=server_error&error_description=%1B%5B2J%E2%80%AE{code}&error_uri={code}"
          + "&state={state}&iss={iss}"
      ),
      as: .recoverable("server").naming("server_error")
    ),
  ]

  /// Not the answer to our request: answered harmlessly, and the right one still counts.
  static let redirectsIgnored: [HostileCase] = [
    ignored("stray without a state", 400, .callback(.omit("state"))),
    ignored("stray with an empty state", 400, .callback(.set("state", ""))),
    ignored("stray with a made-up state", 400, .callback(.set("state", "made-up"))),
    ignored("stray whose state has a character more", 400, .callback(.set("state", "{state}A"))),
    ignored("stray whose state is in capitals", 400, .callback(.set("state", "{STATE}"))),
    ignored("stray with the state twice", 400, .callback(.again("state", nil))),
    ignored("stray with a second state", 400, .callback(.again("state", "other"))),
    ignored("stray error without a state", 400, .callback(.only("error=access_denied"))),
    ignored(
      "stray error of another tab",
      400,
      .callback(.only("error=access_denied&state=other&iss={iss}"))
    ),
    ignored("stray without a query", 400, .callback(.only(""))),
    ignored(
      "stray answer as a signed response, which nobody asked for",
      400,
      .callback(.only("response=eyJhbGciOiJub25lIn0.e30."))
    ),
    ignored("stray whose encoding is broken", 400, .callback(.raw("x=%ZZ"))),
    ignored("stray whose second code cannot be decoded", 400, .callback(.again("code", "%F"))),
    ignored("stray with the answer in a fragment", 404, Knock(path: "{path}#code=c&state=s")),
    ignored("stray with the answer in a POST", 405, Knock(method: "POST")),
    ignored("stray with HEAD", 405, Knock(method: "HEAD")),
    ignored("stray with OPTIONS", 405, Knock(method: "OPTIONS")),
    ignored("stray to another path", 404, Knock(path: "/favicon.ico")),
    ignored("stray to a path with a slash more", 404, Knock(path: "{path}/")),
    ignored("stray to a path with two slashes", 404, Knock(path: "/{path}")),
    ignored("stray to a path that is the right one once decoded", 404, Knock(path: "/%63allback")),
    ignored("stray to a path that is the right one once resolved", 404, Knock(path: "/x/..{path}")),
    ignored("stray to a path in capitals", 404, Knock(path: "/CALLBACK")),
    ignored("stray to a whole address", 404, Knock(path: "http://evil.example{path}")),
    ignored("stray by a name that was rebound to us", 421, Knock(host: "evil.example:{port}")),
    ignored("stray by the name localhost", 421, Knock(host: "localhost:{port}")),
    ignored("stray without the port", 421, Knock(host: "127.0.0.1")),
    ignored(
      "stray by two names",
      421,
      Knock(lines: ["Host: evil.example"])
    ),
    ignored(
      "stray flood of three hundred",
      400,
      Knock(edits: [.set("state", "guess")], times: 300)
    ),
    ignored(
      "stray of a hundred thousand characters",
      414,
      .callback(.raw("x=" + String(repeating: "x", count: 100_000)))
    ),
  ]

  /// The page that the opener gets the address of.
  static let startPage: [HostileCase] = [
    HostileCase(
      "start page that somebody fetched before the browser",
      .signIn,
      .knocks([Knock(door: .start)]),
      .recoverable("refused_response", "opened twice")
    ).asking(.token, 0),
    HostileCase(
      "start page asked for by HEAD",
      .signIn,
      .knocks([Knock(door: .start, method: "HEAD")]),
      .ignored(405)
    ),
    HostileCase(
      "start page asked for by POST",
      .signIn,
      .knocks([Knock(door: .start, method: "POST")]),
      .ignored(405)
    ),
    HostileCase(
      "start page by a name that was rebound to us",
      .signIn,
      .knocks([Knock(door: .start, host: "evil.example")]),
      .ignored(421)
    ),
    HostileCase(
      "start page of a guessed address",
      .signIn,
      .knocks([Knock(door: .start, path: "/start/AAAAAAAAAAAAAAAAAAAAAA", times: 20)]),
      .ignored(404)
    ),
  ]
}
