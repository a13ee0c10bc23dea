internal import HTTP

/// What a redirect URI is, and whether the answer of a sign-in may go there.
struct RedirectKind {
  let verdict: PreflightVerdict

  init(_ text: String) {
    let place = shown(text)
    func verdict(
      _ result: PreflightVerdict.Result,
      _ kind: String,
      _ words: String,
      fix: String? = nil
    ) -> PreflightVerdict {
      PreflightVerdict(
        result,
        "\(place) \(words)",
        evidence: [PreflightEvidence(text, kind)],
        fix: fix
      )
    }
    guard let colon = text.firstIndex(of: ":"), !text.contains("#") else {
      self.verdict = verdict(.fail, "invalid", "is not an absolute URI without fragment")
      return
    }
    let scheme = text[..<colon].lowercased()
    if scheme == "https" || scheme == "http" {
      guard let url = HTTPURL(text), !url.hasUserInfo else {
        self.verdict = verdict(
          .fail,
          "invalid",
          "is no URL with a valid host and port, and without user information"
        )
        return
      }
      self.verdict =
        switch (scheme, url.isLoopbackAddress, url.host) {
        case ("https", _, _): verdict(.pass, "https", "is claimed by its https host")
        case (_, true, _): verdict(.pass, "loopback", "stays on this machine")
        case (_, _, "localhost"):
          verdict(
            .fail,
            "localhost",
            "is a name that may lead elsewhere, and several providers refuse it",
            fix: "use \(shown(Self.literal(url)))"
          )
        default:
          verdict(.fail, "cleartext", "is cleartext http: anybody on the way reads the code")
        }
      return
    }
    guard Self.isScheme(scheme) else {
      self.verdict = verdict(.fail, "invalid", "has no valid scheme")
      return
    }
    self.verdict =
      scheme.contains(".")
      ? verdict(
        .warn,
        "private-use",
        "can be claimed by any app",
        fix: "prefer an https address that the app claims"
      )
      : verdict(
        .fail,
        "private-use",
        "has a scheme without a dot, which is nobody's",
        fix: "use a reversed domain name of yours, such as com.example.app:/oauth"
      )
  }

  private static func isScheme(_ scheme: String) -> Bool {
    scheme.utf8.first.map { (0x61...0x7A).contains($0) } == true
      && scheme.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
          || "+-.".utf8.contains(byte)
      }
  }

  private static func literal(_ url: HTTPURL) -> String {
    "http://127.0.0.1\(url.port.map { ":\($0)" } ?? "")\(url.path)"
  }
}
