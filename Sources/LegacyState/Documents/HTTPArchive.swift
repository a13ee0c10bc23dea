import JSON
import POSIX
import Secrets

/// An HTTP archive (HAR 1.2), as browsers and proxies save it: what was asked and answered, tokens included.
///
/// A token request names the client and the endpoint, its answer has the tokens. Nothing proves that an app with
/// AppAuth made it, so confidence is low; it counts only with the proof key that a native app sends (RFC 7636).
enum HTTPArchive: DocumentReader {
  static let kind = Locator.Kind.har

  static func recognises(_ document: DocumentHead) -> Bool {
    document.firstByte == UInt8(ascii: "{") && document.contains("\"log\"")
      && (document.contains("\"creator\"") || document.contains("\"entries\""))
  }

  static func mayHoldUnmarked(_ bytes: Span<UInt8>, _ kinds: MarkSieve.Kinds) -> Bool {
    // A body in base64 shows no mark.
    kinds.contains(.hidden) || bytes.contains("code_verifier") || bytes.contains("\"base64\"")
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    guard let bytes = try document.whole(orTell: emit) else { return }
    let parsed: JSONDocument
    do throws(JSONFailure) {
      parsed = try JSONDocument(parsing: bytes, dialect: .androidState)
    } catch {
      return try emit(.failure(.malformed("\(error)"), nil))
    }
    guard let entries = parsed.root["log"]?["entries"], entries.kind == .array else {
      return try JSONFile.read(document, emit: emit)
    }
    let layer = Layer(bytes)
    let context = ValueContext(kind: kind)
    try JSONText.read(parsed, in: layer, context, emit: emit)
    for (position, entry) in entries.eachElement.enumerated() {
      var context = context
      context.path = [.key("log"), .key("entries"), .index(position)]
      try HTTPArchiveEntry(entry).read(in: layer, context, emit: emit)
    }
  }
}

/// One request and its answer.
private struct HTTPArchiveEntry {
  private let entry: JSONValue
  private let request: JSONValue?
  private let content: JSONValue?

  init(_ entry: JSONValue) {
    self.entry = entry
    self.request = entry["request"]
    self.content = entry["response"]?["content"]
  }

  func read(in layer: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    try readEncodedBody(in: layer, context, emit: emit)
    guard let form = form(), form.token(.codeVerifier, "code_verifier") != nil,
      form.text("grant_type") == "authorization_code", let text = request?["url"]
    else { return }
    var state = LegacyAuthState(
      library: .unknown,
      format: .tokenResponse,
      confidence: .low,
      locator: context.locator(
        [.key("request"), .key("url")],
        at: JSONPlace(layer: layer, value: text, container: request, position: 0)
      ),
      contentDigest: entry.digest
    )
    state.removal = .wholeFile
    state.tokenEndpoint = text.string().map { String($0.prefix { $0 != "?" && $0 != "#" }) }
    state.clientID = form.text("client_id")
    state.redirectURI = form.text("redirect_uri")
    state.authorizationCode = form.token(.authorizationCode, "code")
    state.codeVerifier = form.token(.codeVerifier, "code_verifier")
    state.clientSecret = form.token(.clientSecret, "client_secret")
    readAnswer(into: &state)
    state.authorizationCodeExchanged = state.authorizationCode.map { _ in state.accessToken != nil }
    try emit(.state(state, []))
  }

  /// The parameters that were sent, taken apart by the browser or not.
  private func form() -> FormBody? {
    guard let data = request?["postData"] else { return nil }
    if let text = data["text"]?.secret(), !text.isEmpty {
      return text.withBytes { FormBody($0) }
    }
    var form = FormBody()
    for parameter in (data["params"]?.elements ?? []).prefix(256) {
      guard let name = parameter["name"]?.secret(), let value = parameter["value"]?.secret() else {
        continue
      }
      form.add(name.withBytes { bytes in bytes.indices.prefix(64).map { bytes[$0] } }, value)
    }
    return form
  }

  private func readAnswer(into state: inout LegacyAuthState) {
    guard let bytes = body(), let answer = try? JSONDocument(parsing: bytes).root,
      answer.kind == .object
    else { return }
    var expiry: Int64?
    if let started = StoredTime.milliseconds(entry["startedDateTime"]),
      let lifetime = StoredTime.seconds(answer["expires_in"]), (0..<1 << 32).contains(lifetime)
    {
      expiry = StoredTime.plausible(started + lifetime * 1000)
    }
    state.accessToken = LegacyToken(.access, answer["access_token"], expires: expiry)
    state.refreshToken = LegacyToken(.refresh, answer["refresh_token"])
    state.idToken = LegacyToken(.id, answer["id_token"])
    if let scope = answer["scope"]?.string() {
      state.scopes = scope.scopeValues
    }
  }

  private var isEncoded: Bool { content?["encoding"]?.string() == "base64" }

  /// The answer's body as it came.
  private func body() -> SecretBytes? {
    guard let text = content?["text"]?.secret() else { return nil }
    return isEncoded ? text.withBytes { Base64.decodeExactly($0) } : text
  }

  /// A state in a body that the browser wrote in base64 and that shows no mark; others were found with the rest.
  private func readEncodedBody(
    in layer: Layer,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    guard isEncoded, let content, let text = content["text"], let body = body(),
      !layer.bytes.withBytes({ Marks.mayOccur(in: $0, text.byteRange) })
    else { return }
    var context = context
    context.path += [.key("response"), .key("content"), .key("text"), .decoded("base64")]
    let start = text.byteRange.lowerBound + 1
    let place = FixedPlace(layer: layer, range: start..<max(start, text.byteRange.upperBound - 1))
    try Values.read(Layer(body, origin: place), context) { finding throws(ScanStopped) in
      try emit(finding.withRemoval(.wholeFile))
    }
  }
}
