import DemoProvider
import JSON
import OAuthClient
import Secrets
import Testing

/// A rig where somebody has signed in.
@dynamicMemberLookup
struct SignedIn: Sendable {
  let rig: Rig
  let client: OAuthClient
  let session: AuthenticatedSession

  init(
    _ configuration: DemoConfiguration = DemoConfiguration(),
    protecting origins: Set<String>? = nil,
    scopes: [String] = ["openid", "profile", "offline_access"],
    agent: (any OAuthUserAgent)? = nil
  ) async throws {
    rig = try Rig(configuration)
    client = try await rig.client(agent: agent, scopes: scopes, protecting: origins)
    try await client.login()
    session = try client.authenticatedSession()
  }

  subscript<Value>(dynamicMember path: KeyPath<Rig, Value>) -> Value { rig[keyPath: path] }

  func api(_ path: String = "") -> String { rig.api(path) }

  func json(_ answer: ResourceResponse) -> JSONValue? {
    (try? JSONDocument(parsing: SecretBytes(copying: answer.body)))?.root
  }

  /// How many refreshes the provider has answered.
  var refreshes: Int { rig.provider.log.count { $0.grantType == "refresh_token" } }
}
