import Secrets

/// Finds requests with a refresh token (RFC 6749 section 6) in a log: as the body of a form, in a URL, as the arguments
/// of a command, and as members of an object.
///
/// What stands in one line, or in lines that a backslash joins, is searched together; see ``RefreshRequest`` for which of
/// that is one request, and ``RequestAddress`` for where it went.
enum RefreshRequests {
  private static let mark: StaticString = "refresh_token="
  private static let table = MarkTable([MarkTable.Word(mark)], by: "_")

  /// Reads those whose refresh token stands in a range.
  static func read(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    try readForms(layer, in: own, context, emit: emit)
    if layer.bytes.withBytes({ RequestParameter.mayBeMembers(in: $0) }) {
      try readMembers(layer, in: own, context, emit: emit)
    }
    try EncodedRequests.read(layer, in: own, context, emit: emit)
    try MultipartRequests.read(layer, in: own, context, emit: emit)
  }

  private static func readForms(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var from = own.lowerBound
    while let hit = layer.bytes.withBytes({ next(in: $0, from: from, before: own.upperBound) }) {
      let (line, requests) = layer.bytes.withBytes { bytes in
        let line = RequestLine(bytes, around: hit)
        return (line, RefreshRequest.all(in: bytes, line))
      }
      let mine = hit..<min(max(line.settled, hit + 1), own.upperBound)
      from = mine.upperBound
      try read(requests, in: mine, line, layer, context, emit: emit)
    }
  }

  private static func readMembers(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var from = own.lowerBound
    // The object that a token is in may begin before what is its own.
    var floor = 0
    var effort = 8 * own.count + (1 << 18)
    while let hit = layer.bytes.withBytes({ bytes in
      RequestParameter.nextMember(in: bytes, from..<min(own.upperBound + 16, bytes.count))
    }), hit < own.upperBound {
      let (line, requests) = layer.bytes.withBytes { bytes in
        let line = RequestLine(bytes, ofObjectAround: hit, from: floor, effort: &effort)
        return (line, RefreshRequest.all(in: bytes, line, areMembers: true))
      }
      let mine = hit..<max(min(line.settled, own.upperBound), hit + 1)
      (from, floor) = (mine.upperBound, mine.upperBound)
      try read(requests, in: mine, line, layer, context, emit: emit)
    }
  }

  private static func read(
    _ requests: [RefreshRequest],
    in mine: Range<Int>,
    _ line: RequestLine,
    _ layer: Layer,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    for request in requests {
      guard let token = request[.refreshToken], mine.contains(token.range.lowerBound) else {
        continue
      }
      let state = layer.bytes.withBytes { bytes -> LegacyAuthState? in
        let place = FixedPlace(layer: layer, range: request.range)
        guard var state = Self.state(of: request, in: bytes, at: context.locator([], at: place))
        else {
          return nil
        }
        state.tokenEndpoint = RequestAddress(of: request.extent(of: token), line).text(in: bytes)
        return state
      }
      if let state { try emit(.state(state, [])) }
    }
  }

  /// Where the next refresh token stands.
  private static func next(in bytes: Span<UInt8>, from: Int, before limit: Int) -> Int? {
    var hit: Int?
    let end = min(limit + mark.utf8CodeUnitCount - 1, bytes.count)
    guard from < limit, from < end else { return nil }
    _ = table.any(in: bytes, from..<end) { word in
      hit = word.lowerBound
      return true
    }
    return hit
  }

  /// What a request says, but for its address; nil if it has no refresh token.
  static func state(
    of request: RefreshRequest,
    in bytes: Span<UInt8>,
    at locator: Locator
  ) -> LegacyAuthState? {
    guard let token = request[.refreshToken], let grant = request[.grantType]?.content(bytes),
      grant.withBytes({ $0.count == 13 && $0.matches("refresh_token", at: 0) }),
      !token.isFilledIn(bytes)
    else { return nil }
    let secret = token.content(bytes)
    guard secret.withBytes({ TokenShape.mayBeCredential($0) }) else { return nil }
    var state = LegacyAuthState(
      looseAt: locator,
      contentDigest: Fingerprint(of: bytes.extracting(request.range))
    )
    state.refreshToken = LegacyToken(role: .refresh, secret: secret)
    state.clientID = request[.clientID]?.text(bytes)
    if let secret = request[.clientSecret]?.content(bytes), !secret.isEmpty {
      state.clientSecret = LegacyToken(role: .clientSecret, secret: secret)
    }
    state.scopes = request[.scope]?.text(bytes)?.scopeValues ?? []
    return state
  }
}
