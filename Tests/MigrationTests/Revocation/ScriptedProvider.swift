import HTTP
import JSON
import Locks
import Loopback
import OAuthClient
import Secrets

/// Answers the revocation and token endpoints as a test says, and remembers what came.
final class ScriptedProvider: Sendable {
  struct Visit: Sendable {
    let path: String
    let names: [String]
    let token: Fingerprint?
    let clientID: String
    let hint: String?
  }

  typealias Script = @Sendable (Visit, _ number: Int) -> LoopbackResponse

  private let server: LoopbackServer
  private let state: Box

  private final class Box: Sendable {
    let visits = Mutex<[Visit]>([])
  }

  init(_ script: @escaping Script) throws {
    let box = Box()
    server = try LoopbackServer { request in
      func text(_ name: String) -> String? {
        request.form?.first { $0.name == name }?.value.withBytes { bytes in
          String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
        }
      }
      let token = request.form?.first { $0.name == "token" || $0.name == "refresh_token" }
      let visit = Visit(
        path: request.path,
        names: request.form?.map(\.name) ?? [],
        token: token?.value.fingerprint,
        clientID: text("client_id") ?? "",
        hint: text("token_type_hint")
      )
      let number = box.visits.withLock { visits in
        visits.append(visit)
        return visits.count { $0.path == visit.path }
      }
      return script(visit, number)
    }
    state = box
  }

  var visits: [Visit] { state.visits.withLock { $0 } }

  func visits(to path: String) -> [Visit] { visits.filter { $0.path == path } }

  var issuer: String { "\(server.origin)" }

  func metadata(
    revocation: Bool = true,
    path: String = ""
  ) throws -> ProviderMetadata {
    var members: [(String, JSONNode)] = [
      ("issuer", .string(issuer)),
      ("authorization_endpoint", .string("\(issuer)\(path)/authorize")),
      ("token_endpoint", .string("\(issuer)\(path)/token")),
      ("jwks_uri", .string("\(issuer)\(path)/jwks")),
    ]
    if revocation { members.append(("revocation_endpoint", .string("\(issuer)/revoke"))) }
    let document = try JSONDocument(
      parsing: SecretBytes(copying: JSONNode.object(members).encoded())
    )
    return try ProviderMetadata(document: document, configured: issuer)
  }

  func stop() { server.stop() }
}

extension LoopbackResponse {
  static func json(_ status: Int, _ node: JSONNode, retryAfter: String? = nil) -> LoopbackResponse {
    var response = LoopbackResponse(
      status: status,
      headers: ["Content-Type": "application/json"],
      body: node.encoded()
    )
    if let retryAfter { response.headers.append(("Retry-After", retryAfter)) }
    return response
  }

  static func error(_ status: Int, _ code: String) -> LoopbackResponse {
    json(status, ["error": .string(code)])
  }

  static var ok: LoopbackResponse { LoopbackResponse(status: 200) }
}
