internal import HTTP
internal import JOSE
internal import JSON
package import Secrets

/// Why a stored record could not be read.
package enum SessionRecordFault: Error, Equatable, Sendable {
  case notJSON
  case newerVersion(Int64)
  case incomplete(String)
  case otherClient
}

extension SessionRecord {
  package func encoded() -> SecretBytes {
    var members: [SecretJSON.Member] = [
      .init("version", .int(Self.version)),
      .init("issuer", .string(issuer)),
      .init("client_id", .string(clientID)),
    ]
    if let tokens { members.append(.init("tokens", tokens.encoded())) }
    if let flow { members.append(.init("flow", flow.encoded())) }
    if let codeSentAt {
      members.append(.init("code_sent_at", .double(codeSentAt)))
    }
    if !spentFlows.isEmpty {
      members.append(.init("spent_flows_sha256", .array(spentFlows.map { .string($0.hex) })))
    }
    if let inFlight {
      members.append(
        .init(
          "in_flight",
          .object([
            .init("token_sha256", .string(inFlight.token.hex)),
            .init("started_at", .double(inFlight.startedAt)),
            .init("retry", .bool(inFlight.isRetry)),
          ])
        )
      )
    }
    if let rejectedRefreshToken {
      members.append(.init("rejected_sha256", .string(rejectedRefreshToken.hex)))
      members.append(.init("rejected_reason", .string(rejection.rawValue)))
    }
    if !superseded.isEmpty {
      members.append(.init("superseded_tokens", .array(superseded.map { .secret($0) })))
    }
    if !waits.isEmpty { members.append(.init("waits", .array(waits.map { $0.encoded() }))) }
    // Beside the tokens and not in them: a version that knows no proofs keeps what it does not know here.
    if let key = tokens?.proofKey { members.append(.init("dpop_key", key.encoded())) }
    if let key = flow?.proofKey { members.append(.init("flow_dpop_key", key.encoded())) }
    if let proofNonce { members.append(.init("dpop_nonce", proofNonce.encoded())) }
    for member in unknown { members.append(.init(member.name, .raw(member.value))) }
    return SecretJSON.object(members).encoded()
  }

  package init(
    decoding bytes: SecretBytes,
    issuer: String,
    clientID: String
  ) throws(SessionRecordFault) {
    guard let document = try? JSONDocument(parsing: bytes), document.root.kind == .object else {
      throw .notJSON
    }
    let root = document.root
    guard let version = root["version"]?.int() else { throw .incomplete("version") }
    guard version <= Self.version else { throw .newerVersion(version) }
    guard let storedIssuer = root["issuer"]?.string(),
      let storedClient = root["client_id"]?.string()
    else { throw .incomplete("issuer or client_id") }
    guard IssuerComparison.isSame(storedIssuer, issuer), storedClient == clientID else {
      throw .otherClient
    }
    // As it was spelled at first: an earlier version would take another spelling for another issuer.
    self.init(issuer: storedIssuer, clientID: clientID)
    if let tokens = root["tokens"] {
      self.tokens = try SessionTokens(decoding: tokens, key: root["dpop_key"])
    }
    if let flow = root["flow"] {
      self.flow = try AuthorizationFlow(decoding: flow, key: root["flow_dpop_key"])
    }
    self.codeSentAt = root["code_sent_at"]?.double()
    self.spentFlows = (root["spent_flows_sha256"]?.elements ?? []).compactMap {
      $0.string().flatMap(Fingerprint.init(hex:))
    }
    if let value = root["in_flight"], let hex = value["token_sha256"]?.string(),
      let token = Fingerprint(hex: hex)
    {
      self.inFlight = InFlightRefresh(
        token: token,
        startedAt: value["started_at"]?.double() ?? 0,
        isRetry: value["retry"]?.bool() ?? false
      )
    }
    self.rejectedRefreshToken = root["rejected_sha256"]?.string().flatMap(Fingerprint.init(hex:))
    self.rejection =
      root["rejected_reason"]?.string().flatMap(Rejection.init) ?? .grantRejected
    self.superseded = (root["superseded_tokens"]?.elements ?? []).compactMap { $0.secret() }
    self.waits = (root["waits"]?.elements ?? []).compactMap(OriginWait.init(decoding:))
    self.proofNonce = root["dpop_nonce"].flatMap(StoredNonce.init(decoding:))
    let known: Set<String> = [
      "version", "issuer", "client_id", "tokens", "flow", "code_sent_at",
      "spent_flows_sha256", "in_flight", "rejected_sha256", "rejected_reason",
      "superseded_tokens", "waits", "dpop_key", "flow_dpop_key", "dpop_nonce",
    ]
    self.unknown = root.members.filter { !known.contains($0.name) }
  }
}

extension SessionTokens {
  fileprivate func encoded() -> SecretJSON {
    var members: [SecretJSON.Member] = [
      .init("access_token", .secret(accessToken)),
      .init("token_type", .string(tokenType)),
      .init("id_token", .secret(idToken)),
      .init("nonce", .secret(nonce)),
      .init("signed_in_at", .double(signedInAt)),
    ]
    if let accessTokenExpiresAt {
      members.append(.init("expires_at", .double(accessTokenExpiresAt)))
    }
    if let refreshToken { members.append(.init("refresh_token", .secret(refreshToken))) }
    if let refreshedAt { members.append(.init("refreshed_at", .double(refreshedAt))) }
    if let scope { members.append(.init("scope", .string(scope))) }
    return .object(members)
  }

  fileprivate init(decoding value: JSONValue, key: JSONValue?) throws(SessionRecordFault) {
    guard let access = value["access_token"]?.secret(), !access.isEmpty else {
      throw .incomplete("tokens.access_token")
    }
    guard let idToken = value["id_token"]?.secret(), !idToken.isEmpty else {
      throw .incomplete("tokens.id_token")
    }
    let refresh = value["refresh_token"]?.secret()
    let type = value["token_type"]?.string() ?? "Bearer"
    // Bound tokens without their key are of no use to anybody.
    let proofKey = TokenSet.isDPoP(type) ? try DPoPKey(decoding: key, "dpop_key") : nil
    self.init(
      accessToken: access,
      tokenType: type,
      accessTokenExpiresAt: value["expires_at"]?.double(),
      refreshToken: refresh.flatMap { $0.isEmpty ? nil : $0 },
      idToken: idToken,
      scope: value["scope"]?.string(),
      nonce: value["nonce"]?.secret() ?? SecretBytes(copying: []),
      signedInAt: value["signed_in_at"]?.double() ?? 0,
      refreshedAt: value["refreshed_at"]?.double(),
      proofKey: proofKey
    )
  }
}

extension OriginWait {
  fileprivate func encoded() -> SecretJSON {
    var members: [SecretJSON.Member] = [
      .init("scheme", .string(origin.scheme)),
      .init("host", .string(origin.host)),
      .init("port", .int(Int64(origin.port))),
      .init("since", .double(since)),
      .init("until", .double(until)),
    ]
    if let recountedAt { members.append(.init("recounted_at", .double(recountedAt))) }
    return .object(members)
  }

  fileprivate init?(decoding value: JSONValue) {
    guard let scheme = value["scheme"]?.string(), let host = value["host"]?.string(),
      let port = value["port"]?.int(), let since = value["since"]?.double(),
      let until = value["until"]?.double()
    else { return nil }
    self.init(
      origin: Origin(scheme: scheme, host: host, port: Int(port)),
      since: since,
      until: until,
      recountedAt: value["recounted_at"]?.double()
    )
  }
}

extension AuthorizationFlow {
  fileprivate func encoded() -> SecretJSON {
    var members: [SecretJSON.Member] = [
      .init("state", .secret(state)),
      .init("nonce", .secret(nonce)),
      .init("code_verifier", .secret(codeVerifier)),
      .init("redirect_uri", .string(redirectURI)),
      .init("started_at", .double(startedAt)),
    ]
    if let pushed {
      members.append(.init("request_uri", .secret(pushed.requestURI)))
      members.append(.init("request_ends_at", .double(pushed.endsAt)))
    }
    if let demand { members.append(.init("step_up", demand.encoded())) }
    return .object(members)
  }

  fileprivate init(decoding value: JSONValue, key: JSONValue?) throws(SessionRecordFault) {
    guard let state = value["state"]?.secret(), let nonce = value["nonce"]?.secret(),
      let verifier = value["code_verifier"]?.secret(),
      let redirectURI = value["redirect_uri"]?.string()
    else { throw .incomplete("flow") }
    var pushed: PushedRequest?
    if let requestURI = value["request_uri"]?.secret() {
      pushed = PushedRequest(
        requestURI: requestURI,
        endsAt: value["request_ends_at"]?.double() ?? 0
      )
    }
    self.init(
      state: state,
      nonce: nonce,
      codeVerifier: verifier,
      redirectURI: redirectURI,
      startedAt: value["started_at"]?.double() ?? 0,
      pushed: pushed,
      demand: try value["step_up"].map(StepUpDemand.init(decoding:)),
      proofKey: key == nil ? nil : try DPoPKey(decoding: key, "flow_dpop_key")
    )
  }
}

extension StepUpDemand {
  fileprivate func encoded() -> SecretJSON {
    var members: [SecretJSON.Member] = [
      .init("acr_values", .array(acrValues.map { .string($0) })),
      .init("scopes", .array(scopes.map { .string($0) })),
      .init("sub", .string(subject)),
    ]
    if let maxAgeSeconds { members.append(.init("max_age", .int(Int64(maxAgeSeconds)))) }
    return .object(members)
  }

  fileprivate init(decoding value: JSONValue) throws(SessionRecordFault) {
    guard let acrValues = value["acr_values"]?.stringArray(),
      let scopes = value["scopes"]?.stringArray(), let subject = value["sub"]?.string()
    else { throw .incomplete("flow.step_up") }
    self.init(
      acrValues: acrValues,
      maxAgeSeconds: value["max_age"]?.int().map(Int.init),
      scopes: scopes,
      subject: subject
    )
  }
}

extension DPoPKey {
  fileprivate func encoded() -> SecretJSON { .secret(Base64URL.encode(secret)) }

  fileprivate init(decoding value: JSONValue?, _ member: String) throws(SessionRecordFault) {
    guard let text = value?.secret(),
      let secret = text.withBytes({ Base64URL.decodeSecret($0) }),
      let key = try? DPoPKey(secret: secret)
    else { throw .incomplete(member) }
    self = key
  }
}

extension StoredNonce {
  fileprivate func encoded() -> SecretJSON {
    .object([
      .init("scheme", .string(origin.scheme)),
      .init("host", .string(origin.host)),
      .init("port", .int(Int64(origin.port))),
      .init("nonce", .string(nonce.text)),
    ])
  }

  fileprivate init?(decoding value: JSONValue) {
    guard let scheme = value["scheme"]?.string(), let host = value["host"]?.string(),
      let port = value["port"]?.int(),
      let nonce = value["nonce"]?.string().flatMap(DPoPNonce.init)
    else { return nil }
    self.init(origin: Origin(scheme: scheme, host: host, port: Int(port)), nonce: nonce)
  }
}
