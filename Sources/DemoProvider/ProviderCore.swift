import FoundationEssentials
import JOSE
import JSON
import Locks
import Loopback
import POSIX
import Secrets

/// What the server's handler and the inspection share.
final class ProviderCore: Sendable {
  let configuration: DemoConfiguration
  let world: Mutex<World>
  private let stateFile: Path?

  init(_ configuration: DemoConfiguration, stateFile: Path?) throws(DemoFailure) {
    self.configuration = configuration
    self.stateFile = stateFile
    var world = World()
    if let stateFile { try Self.restore(&world, from: stateFile) }
    self.world = Mutex(world)
  }

  var now: Int64 { Int64(configuration.now().timeIntervalSince1970.rounded(.down)) }

  /// Answers one request.
  func handle(_ request: LoopbackRequest) async -> LoopbackResponse {
    if request.path.hasPrefix("/demo/") { return control(request) }
    let endpoint = route(request.path)
    let grantType = endpoint == .token ? request.form?.only("grant_type")?.text : nil
    let effects = world.withLock { $0.arrive(endpoint, grantType: grantType) }
    if let delay = effects.delay {
      do { try await Task.sleep(for: delay) } catch { return .drop }
    }
    var reply: Reply
    if let fault = effects.before {
      reply = Reply(fault.response(to: request), outcome: "fault")
    } else {
      reply = answer(endpoint, request, effects)
      for wrapping in effects.wrappings { wrapping.apply(to: &reply.response) }
      if let fault = effects.after { reply.response = fault.response(to: request) }
    }
    if configuration.renewsDPoPNonce, endpoint.takesProofs {
      reply.response.headers.append(("DPoP-Nonce", world.withLock { $0.proofNonce }))
    }
    finish(reply, endpoint, grantType)
    return reply.response
  }

  private func answer(
    _ endpoint: DemoEndpoint,
    _ request: LoopbackRequest,
    _ effects: Effects
  ) -> Reply {
    switch endpoint {
    case .discovery, .oauthMetadata: metadata(effects)
    case .jwks: keySet(effects)
    case .authorize: authorize(request, effects)
    case .par: push(request, effects)
    case .token: token(request, effects)
    case .revoke: revoke(request)
    case .introspect: introspect(request)
    case .userinfo: userInfo(request, effects)
    case .endSession: endSession(request, effects)
    case .register: registration(request)
    case .api: resource(request)
    case .other: .page(404, "Not found", "", outcome: "not_found")
    }
  }

  private func finish(_ reply: Reply, _ endpoint: DemoEndpoint, _ grantType: String?) {
    world.withLock {
      $0.log.append(
        DemoLogEntry(
          endpoint: endpoint,
          outcome: reply.outcome,
          status: reply.response.dropsConnection ? 0 : reply.response.status,
          client: reply.client,
          grantType: grantType,
          token: reply.token
        )
      )
    }
    saveIfChanged()
  }

  private func route(_ path: String) -> DemoEndpoint {
    let base = configuration.base
    if path == "\(base)/.well-known/openid-configuration" { return .discovery }
    if path == "/.well-known/oauth-authorization-server\(base)" { return .oauthMetadata }
    guard path.hasPrefix("\(base)/") else { return .other }
    let rest = path.dropFirst(base.utf8.count)
    return DemoEndpoint.allCases.first { endpoint in
      guard let own = endpoint.path else { return false }
      return rest == own || rest.hasPrefix("\(own)/")
    } ?? .other
  }
}

extension ProviderCore {
  private static func restore(_ world: inout World, from file: Path) throws(DemoFailure) {
    guard (try? Directory.status(of: file)) != nil else { return }
    do {
      let document = try JSONDocument(parsing: File.open(file).readAll(limit: 256 << 20))
      guard world.restore(document.root) else { throw DemoFailure.stateFile("it is no state file") }
    } catch {
      throw .stateFile("\(error)")
    }
  }

  /// Writes the state file before the answer goes out; one writer at a time.
  func saveIfChanged() {
    guard let stateFile else { return }
    world.withLock { world in
      guard world.isDirty else { return }
      world.isDirty = false
      // A demonstration that cannot be restarted goes on.
      try? DurableWrite.create(stateFile, contents: world.saved.encoded(), exclusive: false)
    }
  }
}

extension DemoFault.Action {
  func response(to request: LoopbackRequest) -> LoopbackResponse {
    switch self {
    case .answer(let answer): return answer.response
    case .echo(let status, let code):
      let parameters = (request.form ?? request.query).map { "\($0.name)=\($0.value.text)" }
      let description = "cannot take \(parameters.joined(separator: " "))"
      let members: JSONNode = [
        "error": .string(code), "error_description": .string(description),
      ]
      return DemoAnswer.json(status, members).response
    default: return .drop
    }
  }
}

extension SecretBytes {
  /// As text, for parameters that are no secrets.
  var text: String {
    withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }
}

extension [LoopbackRequest.Parameter] {
  /// The value; nil if it is missing, empty or there several times.
  func only(_ name: String) -> SecretBytes? {
    let values = filter { $0.name == name }
    guard values.count == 1, let value = values.first?.value, !value.isEmpty else { return nil }
    return value
  }

  /// Whether a parameter is there twice, which RFC 6749 section 3.1 forbids.
  var hasDuplicates: Bool { Set(map(\.name)).count != count }
}
