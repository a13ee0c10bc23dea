import OAuthClient
import POSIX
import Terminal

extension Stop {
  /// The exit code and the next step of an error of the library.
  init(_ error: OAuthError) {
    switch error {
    case .configuration(let problem):
      self.init(.usage, problem.description)
    case .reauthenticate(let reason):
      self.init(.signIn, reason.description, hints: Self.hints(of: reason))
    case .stepUp(let challenge):
      self.init(.signIn, challenge.description, hints: [.next(.login)])
    case .recoverable(let failure):
      self.init(Self.code(of: failure), failure.description, hints: Self.hints(of: failure))
      if let wait = failure.retryAfter {
        retryAt = Double(WallClock.nanosecondsSince1970) / 1e9 + wait / .seconds(1)
      }
    }
    reason = error.code
  }

  private static func hints(of reason: ReauthenticationReason) -> [Hint] {
    guard reason.code == .refreshInterrupted else { return [.next(.login)] }
    return [
      .next(.login), "or send the token once more: that ends the session, or takes it up again",
      .adding(.again, to: .refresh),
    ]
  }

  private static func code(of failure: RecoverableFailure) -> ExitCode {
    switch failure.code {
    case .cancelled, .timedOut: .cancelled
    case .denied, .refusedResponse: .signIn
    case .browser, .redirect: .usage
    case .store: .partial
    default: .unavailable
    }
  }

  private static func hints(of failure: RecoverableFailure) -> [Hint] {
    switch failure.code {
    case .browser: [.again(.noBrowser)]
    case .redirect:
      ["end what has the port, or give a redirect_uri without one: any free port will do then"]
    case .timedOut, .denied, .refusedResponse: ["run the same command again to start afresh"]
    case .network, .server, .rateLimited, .busy: ["run the same command again later"]
    default: []
    }
  }
}
