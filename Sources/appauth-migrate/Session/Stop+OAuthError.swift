import OAuthClient
import POSIX
import Secrets
import Terminal

extension Stop {
  /// The exit code and the next step of an error of the library.
  init(_ error: OAuthError) {
    switch error {
    case .configuration(let problem):
      self.init(.usage, problem.description, hints: Self.hints(of: problem))
    case .reauthenticate(let reason):
      self.init(.signIn, reason.description, hints: Self.hints(of: reason))
    case .stepUp(let challenge):
      self.init(.signIn, Self.words(for: challenge), hints: Self.hints(of: challenge))
    case .recoverable(let failure):
      self.init(Self.code(of: failure), failure.description, hints: Self.hints(of: failure))
      if let wait = failure.retryAfter {
        retryAt = Double(WallClock.nanosecondsSince1970) / 1e9 + wait / .seconds(1)
      }
    }
    reason = error.code
  }

  private static func hints(of problem: ConfigurationProblem) -> [Hint] {
    guard problem.code == .unprotectedOrigin else { return [] }
    return ["name it with --protected-origins, or in appauth-migrate.json"]
  }

  /// What is asked for stands in the message: a person may know it by its name.
  private static func words(for challenge: StepUpChallenge) -> String {
    guard challenge.code == .required, !challenge.acrValues.isEmpty else {
      return challenge.description
    }
    let values = Neutral.text(shown(challenge).joined(separator: " "))
    return "\(challenge.description) (acr_values \(values))"
  }

  /// A resource may write anything into it, the token that it was sent included.
  private static func shown(_ challenge: StepUpChallenge) -> [String] {
    challenge.acrValues.map { TokenShape.shown(Array($0.utf8)) }
  }

  private static func hints(of challenge: StepUpChallenge) -> [Hint] {
    // The same once more would come to the same, and what is not shown cannot be typed.
    guard challenge.code == .required, shown(challenge) == challenge.acrValues else { return [] }
    var words: [String] = []
    if !challenge.acrValues.isEmpty {
      let values = challenge.acrValues.joined(separator: ",")
      words += ["--\(Flag.acrValues.rawValue)", ShellWord.quoted(Word(values))]
    }
    if let age = challenge.maxAgeSeconds { words += ["--\(Flag.maxAge.rawValue)", "\(age)"] }
    return [.with(words, to: .stepUp)]
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
