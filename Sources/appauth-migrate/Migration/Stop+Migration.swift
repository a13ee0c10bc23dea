import Migration
import OAuthClient
import Terminal

extension Stop {
  /// Why a migration stopped, and what to do.
  ///
  /// - Parameters:
  ///   - stop: Why.
  ///   - again: The command that makes the plan again.
  ///   - login: The command that signs in with the plan's client.
  ///   - hasBegun: Whether something was done before, so that it cannot be called wrong usage alone.
  init(_ stop: MigrationResult.Stop, again: String, login: String, hasBegun: Bool) {
    self.init(stop, again: again, login: login)
    guard hasBegun, code == .usage else { return }
    let (wait, word) = (retryAt, reason)
    self = Stop(.partial, message, hints: hints)
    (retryAt, reason) = (wait, word)
  }

  private init(_ stop: MigrationResult.Stop, again: String, login: String) {
    switch stop {
    case .preflight:
      self.init(
        .findings,
        "the provider or its registration does not fit yet; nothing was changed",
        hints: ["mend what failed, then run the same command again"]
      )
    case .stale(let difference):
      self.init(
        .usage,
        "the plan is stale: \(difference); nothing more was changed",
        hints: ["make the plan again, read it, and apply the new one:", .words(again)]
      )
    case .otherProvider(let difference):
      self.init(
        .usage,
        "\(difference); nothing was sent",
        hints: ["find out why before you make the plan again"]
      )
    case .revocation(let stop):
      self.init(.unavailable, stop.description, hints: ["run the same command again: it goes on"])
      if case .askedToWait(let until) = stop { retryAt = until }
    case .client(let error):
      self.init(error)
      // Without a browser the same would happen again.
      let isBrowser = hints.contains(.again(.noBrowser))
      let goOn: Hint = "run the same command again: it goes on from here"
      let (wait, word) = (retryAt, reason)
      // A mistake of the configuration says itself what is to be done.
      self = Stop(code, message, hints: isBrowser || code == .usage ? hints : [goOn])
      (retryAt, reason) = (wait, word)
    case .unproven(let error, let isKept):
      self.init(unproven: error, isKept: isKept)
    case .notOutlived(let error, let isKnown):
      self.init(
        isKnown ? .signIn : .partial,
        isKnown
          ? "the new session did not outlive the revocation of the old tokens (\(error)); nothing was deleted"
          : "after the old tokens were revoked, the new session could not be proven (\(error)); nothing was deleted",
        hints: [
          .words(login), "then run the same command again: it goes on from here",
        ]
      )
      reason = error.code
    case .tokenLives(let remarks):
      let why = remarks.isEmpty ? "" : ": " + remarks.joined(separator: "; ")
      self.init(
        .partial,
        "the session of the sign-in is forgotten here, but the provider did not revoke its token\(why)",
        hints: ["end that session in the provider's console, or at its account page"]
      )
    case .notRefreshable:
      self.init(
        .partial,
        "the sign-in worked, but the provider gave no refresh token although offline_access was asked for; "
          + "the old state stays, since every user would have to sign in again and again",
        hints: [
          "allow refresh tokens for this client at the provider, then run the same command again",
          "if that is as it should be, plan again with --scopes without offline_access",
        ]
      )
    case .ledger(let failure):
      self.init(.partial, failure.description)
    case .interrupted:
      self = .interrupted
    case .signInGivenUp:
      self.init(
        .cancelled,
        "the sign-in was cancelled",
        hints: ["the same command goes on from here"]
      )
      reason = OAuthError.recoverable(.cancelled).code
    }
  }

  /// The sign-in of a migration worked, and the refresh that proves its session did not.
  private init(unproven error: OAuthError, isKept: Bool) {
    let cause = Stop(error)
    self.init(
      cause.code == .usage ? .partial : cause.code,
      isKept
        ? "the sign-in worked and its session is kept, but the refresh that proves it failed: \(error)"
        : "the sign-in worked, but its session is over, as the refresh that proves it was refused: \(error)",
      hints: [
        isKept
          ? "run the same command again: it goes on from here, without another sign-in"
          : "allow this client refresh tokens at the provider, then run the same command again: it signs in anew"
      ]
    )
    (retryAt, reason) = (cause.retryAt, cause.reason)
  }
}
