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

  static let signOuts: [HostileCase] =
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
