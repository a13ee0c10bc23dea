import JSON
import Secrets

/// Tokens that a Flutter app kept one by one in `flutter_secure_storage`.
///
/// Nothing proves that they are AppAuth's, so confidence is low, and both tokens have to be there under their plain
/// names. Other services are not looked at: every OAuth library keeps an `access_token` somewhere.
enum KeychainSplitValues {
  private static let service = "flutter_secure_storage_service"

  private struct Value {
    let place: JSONPlace
    let secret: SecretBytes
    let path: [Locator.Step]
  }

  static func read(_ document: JSONDocument, in layer: Layer, emit: Emit) throws(ScanStopped) {
    var values: [String: Value] = [:]
    var walk = JSONWalk(document)
    while let value = walk.next() {
      guard value.kind == .string, let step = walk.steps.last, let member = step.member,
        KeychainNames.values.contains(where: { member.isNamed($0.description) }),
        let item = KeychainNames.item(in: step.container), item.service == service,
        let account = item.account, let secret = value.secret()
      else { continue }
      values[account] = Value(
        place: walk.place(of: value, in: layer),
        secret: secret.withBytes { Base64.decode($0) }?.content ?? secret,
        path: walk.path
      )
    }
    func first(_ names: String...) -> Value? { names.lazy.compactMap { values[$0] }.first }
    guard let refresh = first("refresh_token", "refreshToken"),
      let access = first("access_token", "accessToken")
    else { return }
    let id = first("id_token", "idToken")
    let credentials = [refresh, access, id].compactMap { $0 }
    var content: [UInt8] = []
    for credential in credentials { content += credential.secret.fingerprint.bytes }
    var context = ValueContext(kind: .keychain)
    context.item = Locator.KeychainItem(service: service, account: nil)
    var state = LegacyAuthState(
      library: .unknown,
      format: .tokenResponse,
      confidence: .low,
      locator: context.locator(refresh.path, at: refresh.place),
      contentDigest: Fingerprint(of: content.span)
    )
    state.refreshToken = LegacyToken(role: .refresh, secret: refresh.secret)
    state.accessToken = LegacyToken(role: .access, secret: access.secret)
    state.idToken = id.map { LegacyToken(role: .id, secret: $0.secret) }
    try emit(.state(state, credentials.map(\.place)))
  }
}
