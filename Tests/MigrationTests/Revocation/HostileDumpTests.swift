import DemoProvider
import HTTP
import LegacyState
import Locks
import Loopback
import Migration
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

/// A dump says what it likes; requests go where the user said.
@Suite(.timeLimit(.minutes(10))) struct `A hostile dump` {
  private func candidates(_ states: [AndroidState]) -> [RevocationCandidate] {
    var found: [RevocationCandidate] = []
    let inputs = states.enumerated().map { number, state in
      LegacyScanner.Input.document(SecretBytes(copying: state.json.utf8), name: "\(number).json")
    }
    LegacyScanner().scan(inputs) { event in
      if case .state(let state) = event { found.append(RevocationCandidate(state)) }
    }
    return found
  }

  @Test func `never has a request sent to where it points`() async throws {
    let visits = Mutex<[String]>([])
    let attacker = try LoopbackServer { request in
      visits.withLock { $0.append(request.path) }
      return LoopbackResponse(status: 200)
    }
    let provider = try DemoProvider()
    let token = try #require(try provider.signIn().refreshToken)
    let bait = try #require(try provider.signIn(user: .other).refreshToken)
    func text(_ secret: SecretBytes) -> String {
      secret.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    }
    let evil = "\(attacker.origin)"
    let evilEndpoints = [
      "authorization_endpoint": "\(evil)/authorize", "token_endpoint": "\(evil)/token",
      "revocation_endpoint": "\(evil)/revoke", "jwks_uri": "\(evil)/jwks",
    ]
    var honest = AndroidState(issuer: provider.issuer, client: "legacy-app")
    honest.refreshToken = text(token)
    honest.endpoints["token_endpoint"] = provider.url(of: .token)
    honest.endpoints["revocation_endpoint"] = "\(evil)/revoke"
    var theirs = AndroidState(issuer: evil, client: "legacy-app", endpoints: evilEndpoints)
    theirs.refreshToken = text(bait)
    var mixed = AndroidState(
      issuer: provider.issuer,
      client: "legacy-app",
      endpoints: evilEndpoints
    )
    mixed.refreshToken = text(bait)

    let folder = try TemporaryFolder()
    let transport = OAuthTransport(client: Client())
    let metadata = try await ProviderDiscovery(transport: transport).metadata(of: provider.issuer)
    let selection = RevocationSelection(
      candidates([honest, theirs, mixed]),
      issuer: provider.issuer,
      liveTokenEndpoint: metadata.tokenEndpoint.text,
      now: transport.clock.now()
    )
    #expect(selection.notSent.map(\.reason) == [.otherIssuer, .endpointMismatch])
    let report = await Revoker(
      transport: transport,
      provider: metadata,
      ledger: try Ledger(path: folder.path.appending("ledger.db"))
    )
    .run(selection.targets)
    #expect(report.results.map(\.outcome) == [.accepted])
    #expect(!provider.isLive(token.fingerprint))
    #expect(provider.isLive(bait.fingerprint))
    #expect(provider.counts[.revoke] == 1)
    #expect(visits.withLock { $0 } == [])
  }
}
