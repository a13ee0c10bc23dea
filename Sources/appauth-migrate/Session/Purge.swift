import JSON
import Migration
import OAuthClient
import POSIX
import Terminal

/// The removal of a session store, its key and perhaps the ledger: what there is, what stands against it, and the work.
struct Purge {
  private let context: Context
  private let access: StoreAccess
  /// Nil where the store cannot be opened, and that was not to stop anything.
  private let session: SessionContext?
  private let isSignedIn: Bool
  private let contents: StoreContents
  private let key: PurgedThing
  private let ledger: PurgedThing
  /// Why it would lose what cannot be undone; nil with --force.
  let obstacle: Stop?

  init(_ context: Context) async throws(Stop) {
    self.context = context
    let isForced = context.command.has(.force)
    let configuration = try context.settings().configuration()
    access = try StoreAccess(context, configuration)
    do throws(StoreFailure) {
      // Which key is named wrongly can be put right, so that nothing is forced over it.
      try await access.store.requireSource()
      contents = try await access.store.contents()
    } catch {
      throw Stop(error)
    }
    do throws(Stop) {
      session = contents.exists ? try await SessionContext(context) : nil
    } catch {
      guard isForced else { throw error }
      context.printer.warning("the session cannot be signed out: \(error.message)")
      session = nil
    }
    isSignedIn = await session?.client.summary != nil
    key = try PurgedThing.key(access)
    ledger = try PurgedThing.ledger(context, access.places)
    let isWaiting = (try? await access.store.awaitsKey()) == true
    obstacle =
      isForced
      ? nil
      : Self.obstacle(
        others: contents.otherSessions,
        isWaiting: isWaiting && !isSignedIn,
        hasOpenWork: ledger.hasOpenWork
      )
  }

  /// Whether there is anything to remove.
  var hasWork: Bool { contents.exists || key.goes || ledger.goes }

  /// What the user is asked.
  var question: String {
    var parts: [String] = []
    if isSignedIn {
      let issuer = Neutral.text(session?.configuration.sessionIssuer ?? "")
      parts.append("sign out at \(issuer)")
    }
    if contents.exists { parts.append("remove the session store \(access.places.store.shown)") }
    for thing in [key, ledger] where thing.goes { parts.append("remove the \(thing.words)") }
    return parts.joined(separator: ", ") + "?"
  }

  /// Does it.
  func run() async throws(Stop) -> ExitCode {
    var outcome: LogoutOutcome?
    if let session {
      do throws(OAuthError) {
        // Nothing that a browser does is waited for: what is left of the session here is what matters.
        outcome = try await session.client.logout(endSession: false)
      } catch {
        throw Stop(error)
      }
    }
    for remark in outcome?.remarks ?? [] { context.printer.warning(remark) }
    let livesOn = [.notRevoked, .unknown].contains(outcome?.revocation ?? .nothingToRevoke)
    if livesOn {
      context.printer.warning(
        "a refresh token may live on at the provider, and nothing here can end it any more",
        hints: ["end this app's access on the provider's account page, or ask its administrator"]
      )
    }
    do throws(StoreFailure) {
      _ = try await (session?.store ?? access.store).destroy(keepingKey: !key.goes)
    } catch {
      throw Stop(
        .partial,
        error.description,
        hints: ["run the same command again: it goes on with what is left"]
      )
    }
    try removeLedger()
    try context.show(rendering(outcome, isDone: true))
    return outcome?.remarks.isEmpty ?? true ? .done : .partial
  }

  private func removeLedger() throws(Stop) {
    guard ledger.goes else { return }
    let path = access.places.ledger
    do throws(FileFailure) {
      let folder = try Directory.open(path.parent)
      let names = try folder.entries().map(\.name)
      // The database last: without it the others mean nothing.
      for ending in ["-journal", "-shm", "-wal", ""] {
        let name = Path(bytes: path.lastComponent.bytes + Array(ending.utf8))
        if names.contains(name) { try folder.unlink(name) }
      }
      try folder.sync()
    } catch {
      throw Stop(.partial, "the ledger is still there: \(error.description)")
    }
  }
}

extension Purge {
  private static func obstacle(others: Int, isWaiting: Bool, hasOpenWork: Bool) -> Stop? {
    if others > 0 {
      return Stop(
        .partial,
        "the store holds what belongs to \(Quantity.count(others, "other client")), whose tokens only those can revoke; nothing was changed",
        hints: [
          "sign out of each with its own configuration: appauth-migrate logout --config FILE",
          .again(.force),
        ]
      )
    }
    if isWaiting {
      return Stop(
        .partial,
        "a stored session waits for its key, without which its token cannot be revoked; nothing was changed",
        hints: ["put the key back, and run the same command again", .again(.force)]
      )
    }
    guard hasOpenWork else { return nil }
    return Stop(
      .partial,
      "the ledger has rows that were begun and not ended, or are in doubt, and is needed to go on with them; nothing was changed",
      hints: [.next(.ledgerShow), .again(.force)]
    )
  }

  /// What would be removed.
  var rendering: Rendering { rendering(nil, isDone: false) }

  private func rendering(_ outcome: LogoutOutcome?, isDone: Bool) -> Rendering {
    let store = PurgedThing(
      words: "session store \(access.places.store.shown)",
      place: access.places.store.shown,
      fate: contents.exists ? .goes : .absent
    )
    let things = [("store", store), ("key", key), ("ledger", ledger)]
    let (isSignedIn, hasWork) = (isSignedIn, hasWork)
    return Rendering(
      text: { _ in
        guard hasWork else { return "there is nothing to remove\n" }
        var lines: [String] = []
        if isSignedIn {
          lines.append(
            isDone
              ? "signed out: refresh token \(Self.words(outcome?.revocation))" : "would sign out"
          )
        }
        lines += things.map { $0.1.line(isDone: isDone) }
        return lines.map { $0 + "\n" }.joined()
      },
      json: {
        .object([
          ("schema", "appauth-migrate/purge/1"),
          ("dry_run", .bool(!isDone && hasWork)),
          ("was_signed_in", .bool(isSignedIn)),
          ("revocation", outcome.map { .string($0.revocation.rawValue) } ?? .null),
          (
            "things",
            .array(
              things.map { name, thing in
                .object([
                  ("what", .string(name)),
                  ("place", .string(thing.place)),
                  ("fate", .string(thing.word(isDone: isDone))),
                  ("why", thing.why.map { .string($0) } ?? .null),
                ])
              }
            )
          ),
          ("remarks", .array((outcome?.remarks ?? []).map { .string($0) })),
        ])
      }
    )
  }

  private static func words(_ revocation: TokenRevocation?) -> String {
    switch revocation {
    case .revoked: "revoked (accepted by the provider)"
    case .accessTokenRevoked: "none; the access token is revoked (accepted by the provider)"
    case .accessTokenNotRevoked: "none; the access token is not revoked and lives until it expires"
    case .notRevoked: "not revoked"
    case .unknown: "revoked, but a newer one may live on at the provider"
    case .nothingToRevoke, nil: "none to revoke"
    }
  }
}
