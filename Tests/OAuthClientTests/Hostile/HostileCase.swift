import DemoProvider
import OAuthClient
import Testing

/// One thing that a provider, or whoever else reaches us, does wrong, and the same thing done right.
struct HostileCase: Sendable, CustomTestStringConvertible {
  /// What is asked of the client while it is done.
  enum Act: Sendable {
    /// A sign-in, over the session that is there.
    case signIn
    /// A refresh of that session.
    case refresh
    /// A sign-out from it.
    case signOut
  }

  let name: String
  let act: Act
  let fault: Misconduct
  let twin: Misconduct
  let verdict: Verdict
  /// How the provider is set up, both times.
  var setting: @Sendable (inout DemoConfiguration) -> Void = { _ in }
  /// How often an endpoint may be asked while the fault is there.
  var requests: [DemoEndpoint: Int] = [:]
  /// Seconds that one exchange may take, both times.
  var longestExchange = Double.infinity

  var testDescription: String { name }

  init(
    _ name: String,
    _ act: Act,
    _ fault: Misconduct,
    twin: Misconduct = .none,
    _ verdict: Verdict
  ) {
    self.name = name
    self.act = act
    self.fault = fault
    self.twin = twin
    self.verdict = verdict
  }

  /// The same with something else set.
  func with(_ change: (inout HostileCase) -> Void) -> HostileCase {
    var other = self
    change(&other)
    return other
  }

  /// The same at a provider of this kind.
  func at(_ setting: @escaping @Sendable (inout DemoConfiguration) -> Void) -> HostileCase {
    with { $0.setting = setting }
  }

  /// The same with a bound on what is asked of an endpoint.
  func asking(_ endpoint: DemoEndpoint, _ count: Int) -> HostileCase {
    with { $0.requests[endpoint] = count }
  }
}

/// What the fault must come to.
struct Verdict: Sendable {
  enum Kind: Sendable, Equatable {
    case recoverable
    case reauthenticate
    case configuration
    /// Nobody is told: it is answered with a status, and the sign-in goes on.
    case ignored(Int)
    /// A sign-out is never refused: what it says that it did not achieve.
    case signedOut(sessionEnded: Bool, TokenRevocation)
  }

  let kind: Kind
  /// The stable code.
  var code = ""
  /// Words that the error must have, such as the reason behind a code that many share.
  var words = ""
  /// The provider's own error code, where it is told.
  var providerError: String?

  static func recoverable(_ code: String, _ words: String = "") -> Verdict {
    Verdict(kind: .recoverable, code: code, words: words)
  }

  static func reauthenticate(_ code: String) -> Verdict {
    Verdict(kind: .reauthenticate, code: code)
  }

  static func configuration(_ code: String, _ words: String = "") -> Verdict {
    Verdict(kind: .configuration, code: code, words: words)
  }

  static func ignored(_ status: Int) -> Verdict { Verdict(kind: .ignored(status)) }

  static func signedOut(
    sessionEnded: Bool,
    _ revocation: TokenRevocation,
    _ words: String
  ) -> Verdict {
    Verdict(kind: .signedOut(sessionEnded: sessionEnded, revocation), words: words)
  }

  /// What a refused ID token comes to in a sign-in, with the reason.
  static func idToken(_ reason: String) -> Verdict {
    .recoverable("refused_response", "(\(reason): ")
  }

  func naming(_ providerError: String) -> Verdict {
    var other = self
    other.providerError = providerError
    return other
  }
}

extension Verdict.Kind {
  init(_ error: OAuthError) {
    switch error {
    case .recoverable: self = .recoverable
    case .reauthenticate: self = .reauthenticate
    case .configuration: self = .configuration
    case .stepUp(let challenge): preconditionFailure("\(challenge)")
    }
  }
}
