import Secrets

/// Finds requests and redirects of a sign-in in a log that carry tokens or a code with its verifier.
///
/// Nothing proves that AppAuth made them, so confidence is low, and only three forms are taken: a token request with the
/// proof key of a native app (RFC 7636), a redirect to a scheme of the app's own (RFC 8252 section 7.1) that brings
/// tokens, and a request with a refresh token (RFC 6749 section 6), for which see ``RefreshRequests``.
enum LooseForms {
  private static let table = MarkTable(
    (["code_verifier=", "access_token=", "refresh_token="] as [StaticString]).map {
      MarkTable.Word($0)
    },
    by: "_"
  )

  /// What shows one of any notation.
  private static let marks = MarkTable(
    ([
      "code_verifier=", "access_token=", "refresh_token=", "refresh_token%", "grant_type",
    ] as [StaticString]).map { MarkTable.Word($0) },
    by: "_"
  )

  /// Whether one may be among the bytes.
  static func mayOccur(in bytes: Span<UInt8>) -> Bool {
    marks.any(in: bytes, 0..<bytes.count) { word in
      switch bytes[word.upperBound - 1] {
      case UInt8(ascii: "="): true
      case UInt8(ascii: "%"): EncodedRequests.isMark(bytes, word.upperBound)
      default:
        RequestParameter.isMemberGrant(bytes, named: word)
          || MultipartRequests.isPart(bytes, named: word)
      }
    }
  }

  /// Reads those that begin in a range; what stands before it has been read.
  static func read(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    try RefreshRequests.read(layer, in: own, context, emit: emit)
    var at = layer.bytes.withBytes { EncodedWords.end(ofWordAround: own.lowerBound, in: $0) }
    while let word = layer.bytes.withBytes({
      EncodedWords.next(in: $0, from: at, before: own.upperBound)
    }) {
      at = word.upperBound
      let state = layer.bytes.withBytes { bytes -> LegacyAuthState? in
        guard table.any(in: bytes, word, where: { _ in true }) else { return nil }
        let place = FixedPlace(layer: layer, range: word)
        return read(bytes.extracting(word), context.locator([], at: place))
      }
      if let state { try emit(.state(state, [])) }
    }
  }

  private static func read(_ word: Span<UInt8>, _ locator: Locator) -> LegacyAuthState? {
    let start = word.indices.last { word[$0] == UInt8(ascii: "?") || word[$0] == UInt8(ascii: "#") }
    let parameters = (start.map { $0 + 1 } ?? 0)..<word.count
    guard let form = FormBody(word.extracting(parameters)) else { return nil }
    var state = LegacyAuthState(
      looseAt: locator,
      contentDigest: Fingerprint(of: word)
    )
    state.clientID = form.text("client_id")
    if form.text("grant_type") == "authorization_code",
      let verifier = form.token(.codeVerifier, "code_verifier"),
      let code = form.token(.authorizationCode, "code"), mayBeCredential(code)
    {
      state.codeVerifier = verifier
      state.authorizationCode = code
      state.authorizationCodeExchanged = false
      state.redirectURI = form.text("redirect_uri")
      return state
    }
    guard let start, let address = ownScheme(word.extracting(0..<start)) else { return nil }
    state.redirectURI = address
    state.accessToken = form.token(.access, "access_token")
    state.refreshToken = form.token(.refresh, "refresh_token")
    state.idToken = form.token(.id, "id_token")
    let live = [state.accessToken, state.refreshToken].compactMap { $0 }
    return live.contains(where: mayBeCredential) ? state : nil
  }

  private static func mayBeCredential(_ token: LegacyToken) -> Bool {
    token.secret.withBytes { TokenShape.mayBeCredential($0) }
  }

  /// The address, if its scheme is a domain name the other way round, as apps have it; nil for any other.
  private static func ownScheme(_ word: Span<UInt8>) -> String? {
    guard let colon = word.firstIndex(of: UInt8(ascii: ":"), in: 0..<word.count),
      word.matches(":/", at: colon)
    else { return nil }
    var start = colon
    while start > 0, isInScheme(word[start - 1]) { start -= 1 }
    let hasDot = (start..<colon).contains { word[$0] == UInt8(ascii: ".") }
    guard hasDot, word.count - start <= 1024 else { return nil }
    return String(decoding: (start..<word.count).map { word[$0] }, as: UTF8.self)
  }

  private static func isInScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
