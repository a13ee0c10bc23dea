import DemoProvider
import FoundationEssentials
import HTTP
import JSON
import OAuthClient
import Secrets
import TestSupport
import Testing

/// A provider, a session at it from before, and a client that restored it.
struct HostileScene: Sendable {
  let place: Place
  let clock: HostileClock
  let store = WitnessStore()
  let events = EventLog()
  let agent: HostileAgent
  let before: SessionTokens
  private let wire: RawEndpoint?
  private let longestExchange: Double

  /// Sets the scene.
  ///
  /// - Parameters:
  ///   - case: What is tried.
  ///   - misconduct: Its fault, or its twin.
  /// - Throws: If the scene cannot be set.
  init(_ case: HostileCase, _ misconduct: Misconduct) async throws {
    let clock = HostileClock()
    var configuration = DemoConfiguration()
    `case`.setting(&configuration)
    configuration.now = { clock.date }
    let provider = try DemoProvider(configuration)
    let tokens = try provider.signIn(client: "migrated-app")
    let refreshToken = try #require(tokens.refreshToken)
    place = Place(
      provider: provider,
      elsewhere: try DemoProvider(),
      refreshToken: text(refreshToken),
      clock: clock
    )
    self.clock = clock
    longestExchange = `case`.longestExchange
    let now = clock.date.timeIntervalSince1970
    let stored = SecretJSON.object([
      ("version", .int(SessionRecord.version)),
      ("issuer", .string(provider.issuer)),
      ("client_id", .string("migrated-app")),
      (
        "tokens",
        .object([
          ("access_token", .secret(tokens.accessToken)),
          ("token_type", .string("Bearer")),
          ("expires_at", .double(now + 300)),
          ("refresh_token", .secret(refreshToken)),
          ("id_token", .secret(try #require(tokens.idToken))),
          ("scope", .string("openid profile offline_access")),
          ("nonce", .string("the nonce of the session before")),
          ("signed_in_at", .double(now)),
        ])
      ),
    ]).encoded()
    await store.write(stored)
    let record = try SessionRecord(
      decoding: stored,
      issuer: provider.issuer,
      clientID: "migrated-app"
    )
    before = try #require(record.tokens)
    var knocks: [Knock] = []
    var wire: RawEndpoint?
    switch misconduct {
    case .none: break
    case .provider(let faults): for fault in try faults(place) { provider.inject(fault) }
    case .knocks(let all): knocks = all
    case .wire(let bytes, let staysOpen):
      let endpoint = try #require(RawEndpoint(answering: bytes, stayingOpen: staysOpen))
      let address = JSONNode.string("http://127.0.0.1:\(endpoint.port)/token")
      provider.inject(DemoFault(.discovery, .set("token_endpoint", address)))
      wire = endpoint
    }
    self.wire = wire
    agent = HostileAgent(knocks, clock: clock)
  }

  /// A client over what is stored: another call is as good as another start of the program.
  func client() async throws -> OAuthClient {
    let events = events
    return try await OAuthClient.create(
      configuration: OAuthConfiguration(
        issuer: place.issuer,
        clientId: "migrated-app",
        redirectUri: "http://127.0.0.1/callback",
        postLogoutRedirectUri: "http://127.0.0.1/signed-out",
        scopes: ["openid", "profile", "offline_access"]
      ),
      store: store,
      userAgent: agent,
      transport: OAuthTransport(
        client: Client(),
        clock: clock.oauth,
        longestExchange: longestExchange
      ),
      onEvent: { events.append($0) }
    )
  }

  /// What the bare socket was sent.
  var requests: [String] { wire?.requests ?? [] }

  /// The record as it is stored now.
  func stored() async throws -> SessionRecord? {
    guard let bytes = await store.read() else { return nil }
    return try decoded(bytes)
  }

  private func decoded(_ bytes: SecretBytes) throws -> SessionRecord {
    try SessionRecord(decoding: bytes, issuer: place.issuer, clientID: "migrated-app")
  }

  /// Every secret that this client ever had to keep.
  func secrets() throws -> Markers {
    var found: [(name: String, bytes: [UInt8])] = []
    for record in try store.all.map(decoded) {
      if let tokens = record.tokens {
        found.append(("access token", bytes(tokens.accessToken)))
        found.append(("ID token", bytes(tokens.idToken)))
        if let token = tokens.refreshToken { found.append(("refresh token", bytes(token))) }
      }
      if let flow = record.flow {
        found.append(("state", bytes(flow.state)))
        found.append(("nonce", bytes(flow.nonce)))
        found.append(("verifier", bytes(flow.codeVerifier)))
      }
    }
    // Shorter ones are the raw socket's, and chance would find them.
    return Markers(found.filter { $0.bytes.count >= 12 })
  }

  private func bytes(_ secret: SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in bytes.indices.map { bytes[$0] } }
  }
}

func text(_ secret: SecretBytes) -> String {
  secret.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
}
