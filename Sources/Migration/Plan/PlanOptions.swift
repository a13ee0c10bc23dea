import JSON
package import POSIX

/// How a plan is to be carried out.
package struct PlanOptions: Hashable, Sendable {
  /// Whether somebody signs in with the new client.
  package enum Login: String, Hashable, Sendable, CaseIterable {
    /// Signs in, and stays signed in.
    case keep
    /// Signs in, and signs out again at the end.
    case prove
    /// Nobody signs in.
    case skip
  }

  /// What comes first.
  package enum Order: String, Hashable, Sendable, CaseIterable {
    /// Some providers end the new session with the old grant.
    case revokeFirst = "revoke-first"
    /// The new session is looked at again after the revocation.
    case loginFirst = "login-first"
  }

  /// How a revocation is proven.
  package enum Verification: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// By trying the token once more.
    case redeem
  }

  /// Whether somebody signs in.
  package var login = Login.keep
  /// What comes first.
  package var order = Order.revokeFirst
  /// How a revocation is proven.
  package var verification = Verification.none
  /// Whether a revocation without proof is not enough.
  package var requiresVerified = false
  /// Whether older tokens are revoked, too.
  package var includesHistorical = false
  /// Whether a state goes even if its token could not be revoked.
  package var deletesEvenIfNotRevoked = false
  /// The map that said whose tokens are, from the root: what came of it stands in the plan, and who makes the plan again
  /// needs it again.
  package var map: Path?

  /// The defaults of the command line.
  package init() {}

  var json: JSONNode {
    let members: [(String, JSONNode)] = [
      ("login", .string(login.rawValue)), ("order", .string(order.rawValue)),
      ("verify", .string(verification.rawValue)), ("require_verified", .bool(requiresVerified)),
      ("include_historical", .bool(includesHistorical)),
      ("even_if_not_revoked", .bool(deletesEvenIfNotRevoked)),
    ]
    return .object(members + (map.map { [("map", $0.json)] } ?? []))
  }

  init(_ node: PlanNode) throws(PlanMalformed) {
    login = try node.choice("login")
    order = try node.choice("order")
    verification = try node.choice("verify")
    requiresVerified = try node.flag("require_verified")
    includesHistorical = try node.flag("include_historical")
    deletesEvenIfNotRevoked = try node.flag("even_if_not_revoked")
    map = try node.optionalMember("map").map { map throws(PlanMalformed) in try Path(map) }
  }
}
