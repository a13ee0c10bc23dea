import JSON
import Migration
import Terminal

/// The end of a migration, schema `appauth-migrate/migration/1`.
struct MigrationRendering {
  let plan: MigrationPlan
  let digest: String
  let result: MigrationResult

  var rendering: Rendering {
    Rendering(text: { _ in text }, json: { json })
  }

  private var text: String {
    var lines: [String] = []
    if let revocation = result.revocation {
      let ended = revocation.results.count { $0.outcome.isRevoked }
      let total = revocation.results.count + revocation.waiting.count
      lines.append(
        "revoke      \(ended) of \(Quantity.count(total, "token"))"
          + (revocation.isUnproven ? ", accepted without proof (--verify redeem proves it)" : "")
      )
    }
    if let login = result.login { lines.append("login       \(words(for: login))") }
    if !result.deletions.isEmpty || result.isVerified {
      let gone = result.deletions.count { $0.outcome.isComplete }
      lines.append(
        "delete      \(gone) of \(Quantity.count(result.deletions.count, "state")) \(plan.place.rawValue)"
      )
    }
    if result.isComplete {
      lines.append("Done. Evidence: appauth-migrate ledger show")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func words(for login: MigrationResult.Login) -> String {
    switch login {
    case .signedIn: "you are signed in (appauth-migrate logout ends it)"
    case .alreadySignedIn: "done by an earlier run of this plan (appauth-migrate status)"
    case .proven: "proven, and signed out again"
    case .skipped: "skipped: nobody signed in"
    }
  }

  private var json: JSONNode {
    .object([
      ("schema", "appauth-migrate/migration/1"),
      ("plan_sha256", .string(digest)),
      ("complete", .bool(result.isComplete)),
      ("preflight", result.preflight?.json(version: Version.current) ?? .null),
      ("revocation", result.revocation?.json() ?? .null),
      ("login", result.login.map { .string($0.rawValue) } ?? .null),
      ("deletions", .array(result.deletions.map(\.json))),
      ("remaining", .array(result.remaining.map { .string($0) })),
      ("data", .string(plan.place.rawValue)),
    ])
  }
}
