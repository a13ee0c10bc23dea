import Secrets

/// Values that an app copied out of the library's state and kept under keys of its own.
///
/// Nothing proves that they are AppAuth's, so confidence is low, and only the plainest form is taken: the wire names
/// as they are, both tokens, and beside them the client or its endpoint, which a bare OAuth answer would not have.
enum SplitKeys {
  /// What a file with such keys holds at least once.
  static let mark: StaticString = "refresh_token\""

  private static let refreshNames = ["refresh_token"]
  private static let accessNames = ["access_token"]
  private static let idNames = ["id_token"]
  private static let clientNames = ["client_id"]
  private static let endpointNames = ["token_endpoint"]

  static func read(
    _ entries: [SharedPreferences.Entry],
    in layer: Layer,
    emit: Emit
  ) throws(ScanStopped) {
    func entry(_ names: [String]) -> SharedPreferences.Entry? {
      entries.last { entry in
        guard entry.path.count == 1, case .key(let name) = entry.path[0] else { return false }
        return names.contains(name)
      }
    }
    guard let refresh = entry(refreshNames), let access = entry(accessNames),
      let endpoint = entry(endpointNames)
    else { return }
    let client = entry(clientNames)
    let id = entry(idNames)
    func value(_ entry: SharedPreferences.Entry) -> SecretBytes {
      layer.bytes.withBytes { XMLText.decode($0, entry.content) }
    }
    func text(_ entry: SharedPreferences.Entry) -> String {
      let secret = value(entry)
      return secret.withBytes { bytes in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
    let credentials = [refresh, access, id].compactMap { $0 }
    var content: [UInt8] = []
    for entry in credentials { content += value(entry).fingerprint.bytes }
    var state = LegacyAuthState(
      library: .unknown,
      format: .tokenResponse,
      confidence: .low,
      locator: Locator(
        kind: SharedPreferences.kind,
        path: refresh.path,
        range: refresh.content
      ),
      contentDigest: Fingerprint(of: content.span)
    )
    state.refreshToken = LegacyToken(role: .refresh, secret: value(refresh))
    state.accessToken = LegacyToken(role: .access, secret: value(access))
    state.idToken = id.map { LegacyToken(role: .id, secret: value($0)) }
    state.tokenEndpoint = text(endpoint)
    state.clientID = client.map(text)
    try emit(
      .state(
        state,
        credentials.map { XMLPlace(layer: layer, element: $0.element, range: $0.content) }
      )
    )
  }
}
