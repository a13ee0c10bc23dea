internal import JOSE
internal import JSON
internal import Secrets

/// Which tokens are bound to which key: fingerprints and keys, never a token.
struct TokenKeys: Sendable {
  /// One key and the tokens of its grant.
  struct Binding: Sendable {
    let key: DPoPKey
    /// Of the access token that was given last; nil once it was revoked, or before there is one.
    var accessToken: Fingerprint?
    /// Of the refresh token that works.
    var refreshToken: Fingerprint?
  }

  /// The format that this version writes; a larger number is refused and left alone.
  static let version: Int64 = 1
  /// Tells the record from that of a session.
  static let kind = "token_keys"
  /// Grants that nobody ever revokes must not add up without end.
  static let most = 256

  let issuer: String
  let clientID: String
  /// The one that was used longest ago first.
  private(set) var bindings: [Binding] = []
  private var unknown: [JSONMember] = []

  init(issuer: String, clientID: String) {
    self.issuer = issuer
    self.clientID = clientID
  }

  func binding(ofAccessToken token: Fingerprint) -> Binding? {
    bindings.last { $0.accessToken == token }
  }

  func binding(ofRefreshToken token: Fingerprint) -> Binding? {
    bindings.last { $0.refreshToken == token }
  }

  /// Keeps a binding in place of the one with the same key.
  mutating func keep(_ binding: Binding) {
    remove(binding.key.thumbprint)
    bindings.append(binding)
    if bindings.count > Self.most { bindings.removeFirst(bindings.count - Self.most) }
  }

  mutating func remove(_ thumbprint: String) {
    bindings.removeAll { $0.key.thumbprint == thumbprint }
  }
}

extension TokenKeys {
  func encoded() -> SecretBytes {
    var members: [SecretJSON.Member] = [
      .init("version", .int(Self.version)),
      .init("kind", .string(Self.kind)),
      .init("issuer", .string(issuer)),
      .init("client_id", .string(clientID)),
      .init("bindings", .array(bindings.map { $0.encoded() })),
    ]
    for member in unknown { members.append(.init(member.name, .raw(member.value))) }
    return SecretJSON.object(members).encoded()
  }

  /// Reads what a store holds.
  ///
  /// - Throws: Why it cannot be used; nothing is lost then.
  init(decoding bytes: SecretBytes, issuer: String, clientID: String) throws(StoreFailure) {
    guard let root = (try? JSONDocument(parsing: bytes))?.root, root.kind == .object,
      root["kind"]?.string() == Self.kind, root["issuer"]?.string() == issuer,
      root["client_id"]?.string() == clientID, let version = root["version"]?.int()
    else {
      throw StoreFailure(
        .unsafePlace,
        "the store of the token manager holds something else, a session perhaps: give the manager a store of its own (SealedSessionStore.tokenKeys)"
      )
    }
    guard version <= Self.version else {
      throw StoreFailure(
        .newerVersion,
        "the stored keys have format \(version), this version knows up to \(Self.version): update this program; nothing was changed"
      )
    }
    self.init(issuer: issuer, clientID: clientID)
    for value in root["bindings"]?.elements ?? [] {
      guard let binding = Binding(decoding: value) else {
        throw StoreFailure(.failed, "the stored keys are damaged: sign in again with another store")
      }
      bindings.append(binding)
    }
    let known: Set<String> = ["version", "kind", "issuer", "client_id", "bindings"]
    self.unknown = root.members.filter { !known.contains($0.name) }
  }
}

extension TokenKeys.Binding {
  fileprivate func encoded() -> SecretJSON {
    var members: [SecretJSON.Member] = [.init("key", .secret(Base64URL.encode(key.secret)))]
    if let accessToken { members.append(.init("access_sha256", .string(accessToken.hex))) }
    if let refreshToken { members.append(.init("refresh_sha256", .string(refreshToken.hex))) }
    return .object(members)
  }

  fileprivate init?(decoding value: JSONValue) {
    guard let text = value["key"]?.secret(),
      let secret = text.withBytes({ Base64URL.decodeSecret($0) }),
      let key = try? DPoPKey(secret: secret)
    else { return nil }
    self.init(
      key: key,
      accessToken: value["access_sha256"]?.string().flatMap(Fingerprint.init(hex:)),
      refreshToken: value["refresh_sha256"]?.string().flatMap(Fingerprint.init(hex:))
    )
  }
}
