import DemoProvider
import HTTP
import Locks
import OAuthClient
import Secrets
import Testing

/// Somebody who drives the flow himself: an authorization request by hand, the rest by the token manager.
struct ManagerRig: Sendable {
  static let redirect = "http://127.0.0.1:4/callback"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

  let rig: Rig
  let store = LockableStore()

  init(_ configuration: DemoConfiguration = DemoConfiguration(offersDPoP: true)) throws {
    rig = try Rig(configuration)
  }

  var provider: DemoProvider { rig.provider }

  /// Another call is as good as another start of the app.
  func manager(
    dpop: DPoPUse = .auto,
    store: (any OIDCSessionStore)? = nil
  ) throws -> OAuthTokenManager {
    OAuthTokenManager(
      configuration: try OAuthConfiguration(
        issuer: provider.issuer,
        clientId: "migrated-app",
        redirectUri: Self.redirect,
        dpop: dpop
      ),
      store: store ?? self.store,
      transport: OAuthTransport(client: Client(), clock: rig.clock.oauth),
      onEvent: { rig.events.append($0) }
    )
  }

  /// A code for ``verifier``.
  func code() async throws -> SecretBytes {
    let endpoint = try #require(HTTPURL(provider.url(of: .authorize)))
    let request = try #require(
      endpoint.appending([
        QueryItem("response_type", "code"), QueryItem("client_id", "migrated-app"),
        QueryItem("redirect_uri", Self.redirect), QueryItem("state", "s"),
        QueryItem("scope", "openid offline_access"), QueryItem("code_challenge_method", "S256"),
        QueryItem("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
      ])
    )
    let end = try await HeadlessBrowser().open(request.text) { $0.hasPrefix(Self.redirect) }
    guard case .handedOver(let address) = end, let items = HTTPURL(address)?.queryItems,
      let code = items.first(where: { $0.name == "code" })?.value
    else { throw OAuthError.recoverable(.cancelled) }
    return secret(code)
  }

  /// Tokens for a fresh code.
  func fetch(
    _ manager: OAuthTokenManager? = nil,
    parameters: [String: String] = [:]
  ) async throws -> TokenResponse {
    let manager = try manager ?? self.manager()
    return try await manager.fetchAccessToken(
      code: code(),
      codeVerifier: secret(Self.verifier),
      parameters: parameters
    )
  }

  /// Presents a token at the UserInfo endpoint with a proof of our own making.
  func userInfo(_ dpop: DPoP, _ token: SecretBytes, nonce: String? = nil) async throws -> Response {
    let address = provider.url(of: .userinfo)
    let proof = try dpop.headerValue(
      httpMethod: "GET",
      url: "\(address)?a=b",
      nonce: nonce,
      accessToken: token
    )
    return try await Client().send(
      Request(
        url: try #require(HTTPURL("\(address)?a=b")),
        headers: [
          .init("Authorization", .secret(secret("DPoP \(text(of: token))"))),
          .init(DPoP.headerName, .plain(proof)),
        ]
      )
    )
  }

  func requests(_ grantType: String) -> Int {
    provider.log.count { $0.grantType == grantType }
  }
}

/// A store in memory that can be locked, and refuse to be written.
final class LockableStore: OIDCSessionStore {
  private struct Content {
    var record: SecretBytes?
    var isLocked = false
    var writesLeft = Int.max
  }

  private let content = Mutex(Content())

  func lock(_ isLocked: Bool) { content.withLock { $0.isLocked = isLocked } }

  /// Takes so many more records, and no more.
  func takes(writes: Int) { content.withLock { $0.writesLeft = writes } }

  func read() async throws(StoreFailure) -> SecretBytes? {
    let (isLocked, record) = content.withLock { ($0.isLocked, $0.record) }
    guard !isLocked else { throw StoreFailure(.unavailable, "the keyring is locked") }
    return record
  }

  func write(_ record: SecretBytes) async throws(StoreFailure) {
    let isTaken = content.withLock { content in
      guard !content.isLocked, content.writesLeft > 0 else { return false }
      content.writesLeft -= 1
      content.record = record
      return true
    }
    guard isTaken else { throw StoreFailure(.failed, "the disk is full") }
  }

  func clear() async { content.withLock { $0.record = nil } }

  func setAside(reason: String) async { content.withLock { $0.record = nil } }

  func lock(waiting: Duration) async -> any SessionLock { Nothing() }

  private struct Nothing: SessionLock {
    func release() {}
  }
}
