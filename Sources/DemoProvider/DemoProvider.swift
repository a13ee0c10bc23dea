package import Crypto
import JOSE
package import JSON
import Locks
package import Loopback
package import POSIX
package import Secrets

/// An OpenID Provider on the loopback address that can be told to misbehave; for tests and `make demo`.
///
/// Never installed: its password stands in the source. It knows tokens by fingerprint only, and counts and logs every
/// request, so a test can ask what was really sent.
package final class DemoProvider: Sendable {
  /// The issuer, byte for byte as metadata has it.
  package let issuer: String
  /// The port.
  package let port: UInt16
  private let core: ProviderCore
  private let server: LoopbackServer

  /// Starts a provider.
  ///
  /// - Parameters:
  ///   - configuration: How it behaves.
  ///   - address: Which loopback address.
  ///   - port: The port; 0 for any that is free.
  ///   - stateFile: Where grants outlive a restart.
  /// - Throws: If nobody can listen there, or the file is none of ours.
  package init(
    _ configuration: DemoConfiguration = DemoConfiguration(),
    address: LoopbackServer.Address = .ipv4,
    port: UInt16 = 0,
    stateFile: Path? = nil
  ) throws(DemoFailure) {
    let core = try ProviderCore(configuration, stateFile: stateFile)
    do throws(LoopbackFailure) {
      server = try LoopbackServer(
        address: address,
        port: port,
        limits: LoopbackLimits(connections: 512, bodyBytes: 1 << 20),
        handler: { request in await core.handle(request) }
      )
    } catch {
      throw .loopback(error)
    }
    let origin = "\(server.origin)"
    core.world.withLock { $0.origin = origin }
    self.core = core
    self.port = server.port
    self.issuer = core.issuer
  }

  /// Closes the port.
  package func stop() { server.stop() }
}

extension DemoProvider {
  /// How many requests each endpoint has had.
  package var counts: [DemoEndpoint: Int] { core.world.withLock { $0.counts } }

  /// Every request, in the order of the answers.
  package var log: [DemoLogEntry] { core.world.withLock { $0.log } }

  /// Every grant, live or ended.
  package var grants: [DemoGrant] { core.world.withLock { $0.grants } }

  /// How many browser sessions a sign-out ended.
  package var endedSessions: Int { core.world.withLock { $0.endedSessions } }

  /// Whether a refresh or access token works at this moment.
  package func isLive(_ token: Fingerprint) -> Bool { core.isLive(token) }

  /// Where an endpoint is.
  package func url(of endpoint: DemoEndpoint) -> String { core.url(of: endpoint) }

  /// The key that ID tokens are signed with, as the key set has it.
  ///
  /// - Throws: If libcrypto cannot make it.
  package func publishedKey() throws(CryptoFailure) -> JSONNode {
    let key = try SigningKeys.key(for: core.configuration.algorithm)
    return key.key.publicJWK(keyID: key.id)
  }

  /// Lets something go wrong from now on.
  package func inject(_ fault: DemoFault) { core.world.withLock { $0.faults.append(fault) } }

  /// Lets everything go right again.
  package func clearFaults() { core.world.withLock { $0.faults = [] } }

  /// Ends a grant, as an administrator does.
  package func end(grant: Int) { core.world.withLock { $0.end(grant: grant) } }

  /// Asks for another DPoP nonce from now on.
  package func changeProofNonce() { core.world.withLock { $0.proofNonce = World.handle() } }

  /// Whether a client that registered itself is still there.
  package func isRegistered(_ clientID: String) -> Bool {
    core.world.withLock { $0.registrations[clientID] != nil }
  }

  /// Registers a client as an installation of an app does.
  package func register(
    redirectURI: String = "com.example.legacy:/oauthredirect"
  ) -> DemoRegistration {
    core.register(redirectURI: redirectURI)
  }

  /// Mints tokens without a browser, as an app has them from before the migration.
  ///
  /// - Parameters:
  ///   - client: The application.
  ///   - user: The person.
  ///   - scopes: What they cover.
  /// - Returns: The tokens.
  /// - Throws: If libcrypto cannot sign.
  package func signIn(
    client: String = "legacy-app",
    user: DemoUser = .demo,
    scopes: [String] = ["openid", "profile", "offline_access"]
  ) throws -> DemoTokens {
    try core.signIn(client: client, user: user, scopes: scopes)
  }
}
