import Secrets

/// Finds refresh tokens in files of settings, beside an access or ID token or the client under names that begin alike.
///
/// Nothing proves that AppAuth received them, so confidence is low.
enum PropertyLines {
  /// How far apart the lines of one sign-in stand, in bytes and in lines that have one of its names.
  private static let reach = 4 << 10
  private static let mostNeighbours = 16

  /// Whether the line of a refresh token stands around a name.
  static func isLine(_ bytes: Span<UInt8>, around name: Range<Int>) -> Bool {
    var start = name.lowerBound
    while start > 0, bytes[start - 1] != 0x0A {
      guard name.lowerBound - start < 128 else { return false }
      start -= 1
    }
    guard let end = lineEnd(bytes, name.upperBound) else { return false }
    return PropertyLine(bytes, start..<end)?.kind == .refreshToken
  }

  /// Reads those whose refresh token stands in a range.
  static func read(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    let lines = layer.bytes.withBytes { Self.lines(in: $0, around: own) }
    for (position, line) in lines.enumerated()
    where line.kind == .refreshToken && own.contains(line.range.lowerBound) {
      let others = neighbours(of: position, in: lines)
      // What is printed so with another token is read as a printed response.
      let isPrinted =
        line.isPrinted && others.contains { $0.line.isPrinted && $0.line.kind != .clientID }
      guard !others.isEmpty, !isPrinted else { continue }
      try emit(.state(state(of: line, others, layer, context), []))
    }
  }

  private static func lines(in bytes: Span<UInt8>, around own: Range<Int>) -> [PropertyLine] {
    var lines: [PropertyLine] = []
    var at = max(0, own.lowerBound - reach)
    // The first may be the end of one.
    if at > 0 { at = (lineEnd(bytes, at) ?? bytes.count) + 1 }
    let limit = min(bytes.count, own.upperBound + reach)
    while at < limit {
      let end = bytes.firstIndex(of: 0x0A, in: at..<bytes.count) ?? bytes.count
      if let line = PropertyLine(bytes, at..<end) { lines.append(line) }
      at = end + 1
    }
    return lines
  }

  /// The lines whose names begin like a refresh token's; what stands between two of these may be of either.
  private static func neighbours(
    of position: Int,
    in lines: [PropertyLine]
  ) -> [(line: PropertyLine, isSure: Bool)] {
    let own = lines[position]
    var found: [(line: PropertyLine, isSure: Bool)] = []
    for step in [-1, 1] {
      var side: [PropertyLine] = []
      var isSure = true
      var at = position + step
      while lines.indices.contains(at), abs(at - position) <= mostNeighbours,
        abs(lines[at].range.lowerBound - own.range.lowerBound) <= reach
      {
        defer { at += step }
        guard lines[at].prefix == own.prefix else { continue }
        guard lines[at].kind != .refreshToken else {
          isSure = false
          break
        }
        side.append(lines[at])
      }
      found += side.map { ($0, isSure) }
    }
    return found
  }

  private static func state(
    of refresh: PropertyLine,
    _ others: [(line: PropertyLine, isSure: Bool)],
    _ layer: Layer,
    _ context: ValueContext
  ) -> LegacyAuthState {
    layer.bytes.withBytes { bytes in
      var range = refresh.range
      func own(_ kind: PropertyLine.Kind) -> SecretBytes? {
        let all = others.filter { $0.line.kind == kind }
        guard all.count == 1, all[0].isSure else { return nil }
        let line = all[0].line.range
        let start = min(range.lowerBound, line.lowerBound)
        range = start..<max(range.upperBound, line.upperBound)
        return SecretBytes(copying: bytes.extracting(all[0].line.value))
      }
      let access = own(.accessToken).map { LegacyToken(role: .access, secret: $0) }
      let id = own(.idToken).map { LegacyToken(role: .id, secret: $0) }
      let client = own(.clientID)
      var state = LegacyAuthState(
        looseAt: context.locator([], at: FixedPlace(layer: layer, range: range)),
        contentDigest: Fingerprint(of: bytes.extracting(range))
      )
      let secret = SecretBytes(copying: bytes.extracting(refresh.value))
      state.refreshToken = LegacyToken(role: .refresh, secret: secret)
      (state.accessToken, state.idToken) = (access, id)
      state.clientID = client?.withBytes { bytes in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
      return state
    }
  }

  private static func lineEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    let limit = min(bytes.count, start + (32 << 10))
    return bytes.firstIndex(of: 0x0A, in: start..<limit) ?? (limit == bytes.count ? limit : nil)
  }
}
