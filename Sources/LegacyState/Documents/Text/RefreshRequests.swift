import Secrets

/// Finds requests with a refresh token (RFC 6749 section 6) in a log: as the body of a form, in a URL, and as the
/// arguments of a command.
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
    var from = own.lowerBound
    while let hit = layer.bytes.withBytes({ next(in: $0, from: from, before: own.upperBound) }) {
      let (line, requests) = layer.bytes.withBytes { bytes in
        let line = RequestLine(bytes, around: hit)
        return (line, RefreshRequest.all(in: bytes, line))
      }
      let mine = hit..<min(max(line.settled, hit + 1), own.upperBound)
      from = mine.upperBound
      for request in requests {
        guard let token = request[.refreshToken], mine.contains(token.range.lowerBound) else {
          continue
        }
        let state = layer.bytes.withBytes { bytes in
          let place = FixedPlace(layer: layer, range: request.range)
          return read(bytes, request, token, line, context.locator([], at: place))
        }
        if let state { try emit(.state(state, [])) }
      }
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

  private static func read(
    _ bytes: Span<UInt8>,
    _ request: RefreshRequest,
    _ token: RequestParameter,
    _ line: RequestLine,
    _ locator: Locator
  ) -> LegacyAuthState? {
    guard let grant = request[.grantType]?.content(bytes),
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
    state.tokenEndpoint = RequestAddress(of: request, token, line).text(in: bytes)
    return state
  }
}
