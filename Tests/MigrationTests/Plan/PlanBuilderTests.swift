import Foundation
import JSON
import LegacyState
import Migration
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A plan that is built from an audit` {
  private let folder: TemporaryFolder
  private let issuer = "https://id.example.com"

  init() throws { folder = try TemporaryFolder() }

  private func plan(_ change: (inout PlanBuilder) -> Void = { _ in }) throws -> MigrationPlan {
    let document = """
      {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/authorize","token_endpoint":"\(issuer)/token",
       "jwks_uri":"\(issuer)/jwks","revocation_endpoint":"\(issuer)/revoke"}
      """
    let provider = try ProviderMetadata(
      document: JSONDocument(parsing: SecretBytes(copying: Array(document.utf8))),
      configured: issuer
    )
    var builder = PlanBuilder(
      version: "0",
      inputs: [folder.path],
      provider: provider,
      configuration: try OAuthConfiguration(
        issuer: issuer,
        clientId: "new-app",
        redirectUri: "http://127.0.0.1/callback"
      ),
      now: 1_800_000_000
    )
    change(&builder)
    return builder.plan(for: audited())
  }

  private func audited() -> [AuditedState] {
    Audit(options: AuditOptions(version: "0")).run([.bytesOfPath(folder.path.bytes)]).states
  }

  private func write(_ name: Path, issuer: String, token: String = "rt-0123456789abcdef") throws {
    var state = AndroidState(issuer: issuer, client: "old-app")
    state.refreshToken = token
    try folder.write(name, Array(state.json.utf8))
  }

  @Test func `revokes and deletes the states of the issuer that was named`() throws {
    try write("a.json", issuer: issuer)
    let plan = try plan()
    #expect(plan.revocations.map(\.clientID) == ["old-app"])
    #expect(plan.deletions.count == 1)
    #expect(plan.leftAlone.isEmpty)
  }

  @Test func `leaves the states of another issuer where they are`() throws {
    try write("a.json", issuer: "https://other.example.com")
    let plan = try plan()
    #expect(plan.revocations.isEmpty)
    #expect(plan.deletions.isEmpty)
    #expect(plan.leftAlone.contains { $0.reason == "other_issuer" && $0.words.contains("issuer") })
  }

  @Test func `names the states that will still be there because nobody can take them out`() throws {
    try write("a.json", issuer: issuer)
    let state = AndroidState(issuer: issuer, client: "old-app").json
    try folder.write("app.log", Array("2026-11-30 saved \(state) in 3 ms\n".utf8))
    let plan = try plan()
    #expect(plan.deletions.map(\.path.lastComponent) == ["a.json"])
    #expect(plan.immovable.map(\.path.lastComponent) == ["app.log"])
  }

  @Test func `leaves a state alone whose file has another name, and says so`() throws {
    try write("a.json", issuer: issuer)
    let elsewhere = try TemporaryFolder()
    let (path, twin) = (folder.path.appending("a.json"), elsewhere.path.appending("twin"))
    try FileManager.default.linkItem(atPath: path.text, toPath: twin.text)
    let plan = try plan()
    #expect(plan.deletions.isEmpty)
    #expect(plan.leftWork.map(\.reason) == ["hard_linked"])
    #expect(plan.leftWork.allSatisfy { $0.words.contains("2 names (hard links)") })
  }

  @Test func `names no file whose name looks like a token, and is not stale for it`() throws {
    let name = "rt9fK2xQ7vLm3NpZ8sTd5WbYc4HjRg6e.json"
    try write(Path(name), issuer: issuer)
    try write("b.json", issuer: issuer, token: "rt-another-0123456789")
    let plan = try plan()
    #expect(plan.deletions.map(\.path.lastComponent) == ["b.json"])
    #expect(plan.leftAlone.contains { $0.reason == "token_name" })
    let text = String(decoding: plan.encoded, as: UTF8.self)
    #expect(!text.contains("rt9fK2xQ7vLm3NpZ8sTd5WbYc4HjRg6e"))
    let comparison = PlanComparison(plan, with: audited().map(\.state))
    #expect(comparison.difference == nil)
  }

  @Test func `holds no token that a file or a key is named after, even one that looks like a word`()
    throws
  {
    let token = "rt-another-0123456789"
    try write(Path(token + ".json"), issuer: issuer, token: token)
    let plan = try plan()
    #expect(plan.deletions.isEmpty)
    #expect(plan.leftAlone.contains { $0.reason == "token_name" })
    #expect(!String(decoding: plan.encoded, as: UTF8.self).contains(token))
  }

  @Test func `is the same for the same input, byte for byte`() throws {
    try write("a.json", issuer: issuer)
    try write("b.json", issuer: issuer, token: "rt-another-0123456789")
    let first = try plan().encoded
    let second = try plan().encoded
    #expect(first == second)
  }
}
