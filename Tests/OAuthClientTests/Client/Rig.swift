import DemoProvider
import Foundation
import HTTP
import Locks
import OAuthClient
import POSIX
import Secrets
import TestSupport

/// A provider, a store and a browser for one test.
struct Rig: Sendable {
  let provider: DemoProvider
  let temporary: TemporaryFolder
  let clock: TestClock
  let events = EventLog()

  init(_ configuration: DemoConfiguration = DemoConfiguration()) throws {
    let clock = TestClock()
    var configuration = configuration
    configuration.now = { clock.date }
    self.clock = clock
    provider = try DemoProvider(configuration)
    temporary = try TemporaryFolder()
  }

  /// Where the provider is, and its protected resource.
  var origin: String { "http://127.0.0.1:\(provider.port)" }

  /// The address of the protected resource.
  func api(_ path: String = "") -> String { provider.url(of: .api) + path }

  /// A client over the rig's store: another call is as good as another start of the program.
  func client(
    agent: (any OAuthUserAgent)? = nil,
    issuer: String? = nil,
    clientID: String = "migrated-app",
    redirectURI: String = "http://127.0.0.1/callback",
    postLogoutRedirectURI: String = "http://127.0.0.1/signed-out",
    scopes: [String] = ["openid", "profile", "offline_access"],
    store: (any OIDCSessionStore)? = nil,
    protecting origins: Set<String>? = nil,
    leeway: Int = 60,
    pushing: PushedAuthorizationUse = .auto,
    dpop: DPoPUse = .auto,
    endpoints: ProviderEndpoints? = nil,
    validating: RestoreValidation = .stored
  ) async throws -> OAuthClient {
    let issuer = issuer ?? provider.issuer
    let events = events
    return try await OAuthClient.create(
      configuration: OAuthConfiguration(
        issuer: endpoints == nil ? issuer : nil,
        clientId: clientID,
        redirectUri: redirectURI,
        postLogoutRedirectUri: postLogoutRedirectURI,
        scopes: scopes,
        protectedOrigins: origins ?? [origin],
        endpoints: endpoints,
        pushedAuthorization: pushing,
        dpop: dpop,
        clockLeewaySeconds: leeway
      ),
      store: store
        ?? SealedSessionStore(
          folder: temporary.path.appending("store").text,
          issuer: issuer,
          clientID: clientID,
          key: KeyFile(path: temporary.path.appending("keys/store.key").text)
        ),
      userAgent: agent ?? Browser(),
      transport: OAuthTransport(client: Client(), clock: clock.oauth),
      validateOnRestore: validating,
      onEvent: { events.append($0) }
    )
  }
}

/// A clock that only a test moves; waiting moves it too.
final class TestClock: Sendable {
  private let offset = Mutex(0.0)
  let waits = Mutex<[Duration]>([])

  var date: Date { Date().addingTimeInterval(offset.withLock { $0 }) }

  func advance(_ seconds: Double) { offset.withLock { $0 += seconds } }

  /// Short waits pass at once on this clock; the alarm of a sign-in or sign-out rings late enough not to matter.
  var oauth: OAuthClock {
    OAuthClock(
      now: { self.date.timeIntervalSince1970 },
      sleep: { duration in
        self.waits.withLock { $0.append(duration) }
        if duration >= .seconds(60) { try await Task.sleep(for: .seconds(20)) }
        self.advance(Double(duration.components.seconds) + 0.5)
      },
      jitter: { 0.5 }
    )
  }
}

/// What the client told.
final class EventLog: Sendable {
  private let events = Mutex<[OAuthEvent]>([])

  func append(_ event: OAuthEvent) { events.withLock { $0.append(event) } }
  var all: [OAuthEvent] { events.withLock { $0 } }
}

/// Opens addresses with a browser of its own, in the background as a real one would.
struct Browser: OAuthUserAgent {
  var person: HeadlessBrowser.Person = .demo

  func open(_ address: String) async throws(OAuthError) {
    let person = person
    Task { try await HeadlessBrowser(person).open(address) }
  }
}

/// Only remembers the address.
final class AddressBook: OAuthUserAgent {
  let showsAddressToOthers: Bool
  private let known = Mutex<String?>(nil)
  private let arrival = AsyncStream.makeStream(of: String.self)

  init(isWatched: Bool = false) { showsAddressToOthers = isWatched }

  func open(_ address: String) async throws(OAuthError) {
    known.withLock { $0 = address }
    arrival.continuation.yield(address)
  }

  /// The address, once there is one.
  func address() async -> String {
    for await address in arrival.stream { return address }
    return ""
  }
}

func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }
