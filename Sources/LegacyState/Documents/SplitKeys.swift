import Secrets

/// Values that an app copied out of a library's result and kept under keys of its own.
///
/// Nothing proves that they are AppAuth's, so confidence is low, and only the plainest forms are taken: both tokens, and
/// beside them what a bare OAuth answer would not have.
enum SplitKeys {
  /// How an app spelled the keys, and what has to be among them.
  private struct Spelling {
    let refresh: String
    let access: String
    let id: String
    let client: String?
    let endpoint: String?

    /// The wire names, and the client's endpoint as the proof.
    static let wire = Spelling(
      refresh: "refresh_token",
      access: "access_token",
      id: "id_token",
      client: "client_id",
      endpoint: "token_endpoint"
    )
    /// What `shared_preferences` for Flutter makes of the plugin's names; an ID token is the proof.
    static let flutter = [
      Spelling(
        refresh: "flutter.refreshToken",
        access: "flutter.accessToken",
        id: "flutter.idToken",
        client: nil,
        endpoint: nil
      ),
      Spelling(
        refresh: "flutter.refresh_token",
        access: "flutter.access_token",
        id: "flutter.id_token",
        client: nil,
        endpoint: nil
      ),
    ]
  }

  /// All of these keys.
  static let names: Set<[UInt8]> = Set(
    ([Spelling.wire] + Spelling.flutter)
      .flatMap { [$0.refresh, $0.access, $0.id, $0.client, $0.endpoint] }
      .compactMap { $0.map { Array($0.utf8) } }
  )

  /// Whether such keys may be among the bytes.
  static func mayStand(in bytes: Span<UInt8>) -> Bool {
    bytes.contains("refresh_token") || bytes.contains("flutter.refreshToken")
  }

  static func read(
    _ values: [BareValue],
    kind: Locator.Kind,
    emit: Emit
  ) throws(ScanStopped) {
    for spelling in [Spelling.wire] + Spelling.flutter {
      if let found = find(spelling, in: values, kind: kind) { try emit(found) }
    }
  }

  private static func find(
    _ spelling: Spelling,
    in values: [BareValue],
    kind: Locator.Kind
  ) -> Finding? {
    func value(_ name: String?) -> BareValue? {
      name.flatMap { name in values.last { $0.name == name } }
    }
    guard let refresh = value(spelling.refresh), let access = value(spelling.access) else {
      return nil
    }
    let endpoint = value(spelling.endpoint)
    let id = value(spelling.id)
    let idToken = id.map { LegacyToken(role: .id, secret: $0.text()) }
    guard endpoint != nil || spelling.endpoint == nil && idToken?.hints?.issuer != nil else {
      return nil
    }
    let parts = [refresh, access, id].compactMap { $0 }
    var content: [UInt8] = []
    for part in parts { content += part.text().fingerprint.bytes }
    var state = LegacyAuthState(
      library: .unknown,
      format: .tokenResponse,
      confidence: .low,
      locator: ValueContext(kind: kind).locator([refresh.step], at: refresh.place),
      contentDigest: Fingerprint(of: content.span)
    )
    state.refreshToken = LegacyToken(role: .refresh, secret: refresh.text())
    state.accessToken = LegacyToken(role: .access, secret: access.text())
    state.idToken = idToken
    state.tokenEndpoint = endpoint.map { shown($0) }
    state.clientID = value(spelling.client).map { shown($0) }
    return .state(state, parts.map(\.place))
  }

  private static func shown(_ value: BareValue) -> String {
    value.text().withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}
