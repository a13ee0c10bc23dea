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

  /// What an app calls the columns of a table; an ID token or the client is the proof.
  private static let columns = Spelling(
    refresh: "refreshToken",
    access: "accessToken",
    id: "idToken",
    client: "clientId",
    endpoint: nil
  )

  /// Whether the columns of a table are such keys.
  static func areColumns(_ names: [String]) -> Bool {
    names.contains(columns.refresh) && names.contains(columns.access)
      && (names.contains(columns.id) || columns.client.map(names.contains) == true)
  }

  /// Reads the columns of one row.
  static func read(
    columns values: [BareValue],
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    let tokens = values.filter { $0.name == columns.refresh || $0.name == columns.access }
    guard tokens.allSatisfy({ $0.text().withBytes { TokenShape.mayBeCredential($0) } }),
      values.contains(where: { $0.name == columns.client })
        || values.contains(where: { value in
          value.name == columns.id && value.text().withBytes { TokenShape.isJWT($0) }
        }), let found = find(columns, in: values, context, isProven: true)
    else { return }
    try emit(found)
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
      if let found = find(spelling, in: values, ValueContext(kind: kind)) { try emit(found) }
    }
  }

  private static func find(
    _ spelling: Spelling,
    in values: [BareValue],
    _ context: ValueContext,
    isProven: Bool = false
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
    let hasIssuer = spelling.endpoint == nil && idToken?.hints?.issuer != nil
    guard endpoint != nil || hasIssuer || isProven else { return nil }
    let parts = [refresh, access, id].compactMap { $0 }
    var content: [UInt8] = []
    for part in parts { content += part.text().fingerprint.bytes }
    var state = LegacyAuthState(
      library: .unknown,
      format: .tokenResponse,
      confidence: .low,
      locator: context.locator([refresh.step], at: refresh.place),
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
