import DemoProvider
import JSON
import OAuthClient

/// Signing out: whatever the provider does, nothing is left here, and what was not achieved is said.
extension HostileCase {
  private static func returning(_ name: String, _ fault: DemoFault.Action) -> HostileCase {
    HostileCase(
      "sign-out " + name,
      .signOut,
      .faults(DemoFault(.endSession, fault)),
      .signedOut(sessionEnded: false, .revoked, "did not come back")
    )
  }

  private static func revoking(
    _ name: String,
    _ fault: DemoFault.Action,
    twin: DemoFault.Action? = nil,
    _ words: String
  ) -> HostileCase {
    HostileCase(
      "revocation answered " + name,
      .signOut,
      .faults(DemoFault(.revoke, fault)),
      twin: twin.map { .faults(DemoFault(.revoke, $0)) } ?? .none,
      .signedOut(sessionEnded: true, .notRevoked, words)
    )
  }

  /// Where the revocation endpoint stands in the document of RFC 8414 alone.
  private static func naming(_ name: String, _ fault: [DemoFault.Action]) -> HostileCase {
    let omitted = DemoFault(.discovery, .omit("revocation_endpoint"))
    return HostileCase(
      "revocation endpoint " + name,
      .signOut,
      .provider { place in
        let elsewhere = JSONNode.string(place.elsewhere.url(of: .revoke))
        let there = DemoFault(.oauthMetadata, .set("revocation_endpoint", elsewhere))
        return [omitted, there] + fault.map { DemoFault(.oauthMetadata, $0) }
      },
      twin: .provider { _ in [omitted] },
      .signedOut(sessionEnded: true, .notRevoked, "names no revocation_endpoint")
    )
  }

  static let signOuts = endpointless + answered

  private static let endpointless: [HostileCase] = [
    naming("of another issuer", [.set("issuer", "https://evil.example")]),
    naming("of two issuers", [.again("issuer", "https://evil.example")]),
    naming("that stands there twice", [.again("revocation_endpoint", "https://evil.example/")]),
    naming("of nobody", [.omit("issuer")]),
    naming("in cleartext", [.set("revocation_endpoint", "http://evil.example/revoke")]),
    HostileCase(
      "sign-out whose document is a page",
      .signOut,
      .document(.answer(.html())),
      .signedOut(sessionEnded: false, .notRevoked, "HTML page")
    ),
    HostileCase(
      "sign-out whose document sends the browser to a script",
      .signOut,
      .document(.set("end_session_endpoint", "javascript:alert(1)")),
      .signedOut(sessionEnded: false, .notRevoked, "end_session_endpoint")
    ),
  ]

  private static let answered: [HostileCase] =
    [
      returning("that comes back without a state", .omit("state")),
      returning("that comes back with another state", .set("state", "other")),
      returning("that comes back with two states", .again("state", "other")),
      returning("that ends on a page", .answer(.html())),
      returning("that is refused", .answer(DemoAnswer(status: 400))),
      returning("that fails", .answer(DemoAnswer(status: 500))),
      returning("that is cut off", .drop),
      revoking(
        "with a page",
        .answer(.html()),
        twin: .answer(DemoAnswer(status: 200)),
        "not from a revocation endpoint"
      ),
      revoking("503", .answer(DemoAnswer(status: 503)), "503"),
      revoking("500", .answer(DemoAnswer(status: 500)), "500"),
      revoking(
        "invalid_client",
        .answer(.error(401, "invalid_client")),
        twin: .answer(.error(400, "invalid_token")),
        "refused this client"
      ),
      revoking("by repeating the token", .echo(400, "invalid_request"), "invalid_request"),
      revoking("with nothing", .drop, "broke"),
      revoking("to wait", .answer(.busy(retryAfter: "97")), "429"),
    ]
    + [302, 307].map { status in
      HostileCase(
        "revocation answered with a way elsewhere (\(status))",
        .signOut,
        .elsewhere(.revoke, status),
        .signedOut(sessionEnded: true, .notRevoked, "redirect, which is not followed")
      )
    }
}
