import Secrets

/// Finds requests with a refresh token whose body is of the kind `multipart/form-data`.
enum MultipartRequests {
  private static let table = MarkTable(
    RequestParameter.written.filter { $0.1 != .scope }.map { MarkTable.Word($0.0) },
    by: "_"
  )
  /// How far apart two parts of one body stand.
  private static let reach = 4 << 10
  /// What stands before the range that is read may be the beginning of its first body.
  private static let lookBehind = 16 << 10

  /// Whether a part of one begins with a name at a place.
  static func isPart(_ bytes: Span<UInt8>, named name: Range<Int>) -> Bool {
    bytes.matches("name=\"", at: name.lowerBound - 6)
      || bytes.matches("name=\\\"", at: name.lowerBound - 7)
      || bytes.matches("name=", at: name.lowerBound - 5)
  }

  /// Reads those whose refresh token stands in a range.
  static func read(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    let bodies = layer.bytes.withBytes { Self.bodies(in: $0, around: own) }
    for body in bodies {
      let state = layer.bytes.withBytes { bytes in
        Self.state(of: body.parts, behind: body.last, in: bytes, layer, context)
      }
      if let state { try emit(.state(state, [])) }
    }
  }

  /// The parts of each body that has a refresh token in a range, and where the one before ended.
  private static func bodies(
    in bytes: Span<UInt8>,
    around own: Range<Int>
  ) -> [(parts: [MultipartPart], last: Int)] {
    var bodies: [(parts: [MultipartPart], last: Int)] = []
    var parts: [MultipartPart] = []
    var last = 0
    func finish() {
      let token = parts.first { $0.name == .refreshToken }
      if let token, own.contains(token.range.lowerBound) { bodies.append((parts, last)) }
      last = parts.last?.range.upperBound ?? last
      parts = []
    }
    let start = max(0, own.lowerBound - lookBehind)
    let end = min(bytes.count, own.upperBound + lookBehind)
    _ = table.any(in: bytes, start..<end) { word in
      guard isPart(bytes, named: word),
        let name = RequestParameter.written.first(where: {
          bytes.matches($0.0, at: word.lowerBound)
        }),
        let part = MultipartPart(bytes, at: word.lowerBound, name.1, length: word.count)
      else { return false }
      if let before = parts.last?.range.upperBound {
        let isNear = part.range.lowerBound - before < reach
        let isOther = parts.contains { $0.name == part.name }
        if !isNear || isOther || ends(bytes, before..<part.range.lowerBound) { finish() }
      }
      parts.append(part)
      return false
    }
    finish()
    return bodies
  }

  /// Whether the last boundary of a body stands in a range: with two hyphens behind it.
  private static func ends(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for at in range where bytes.matches("--", at: at) {
      let end = at + 2
      guard end >= range.upperBound || bytes[end] <= 0x20 || bytes[end] == UInt8(ascii: "\\"),
        at > range.lowerBound, bytes[at - 1] > 0x20, bytes[at - 1] != UInt8(ascii: "-")
      else { continue }
      return true
    }
    return false
  }

  private static func state(
    of parts: [MultipartPart],
    behind last: Int,
    in bytes: Span<UInt8>,
    _ layer: Layer,
    _ context: ValueContext
  ) -> LegacyAuthState? {
    func part(_ name: RequestParameter.Names) -> SecretBytes? {
      parts.first { $0.name == name }.map { SecretBytes(copying: bytes.extracting($0.value)) }
    }
    func text(_ name: RequestParameter.Names) -> String? {
      part(name)?.withBytes { bytes in
        bytes.count > 1024
          ? nil : String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
    guard let first = parts.first, let end = parts.last, text(.grantType) == "refresh_token",
      let token = part(.refreshToken), token.withBytes({ TokenShape.mayBeCredential($0) })
    else { return nil }
    let range = first.range.lowerBound..<end.range.upperBound
    var state = LegacyAuthState(
      looseAt: context.locator([], at: FixedPlace(layer: layer, range: range)),
      contentDigest: Fingerprint(of: bytes.extracting(range))
    )
    state.refreshToken = LegacyToken(role: .refresh, secret: token)
    state.clientID = text(.clientID)
    if let secret = part(.clientSecret), !secret.isEmpty {
      state.clientSecret = LegacyToken(role: .clientSecret, secret: secret)
    }
    let line = RequestLine(bytes, around: first.range.lowerBound)
    let extent = RequestAddress.Extent(
      start: max(line.range.lowerBound, last),
      end: range.upperBound,
      isCommand: false,
      token: first.range
    )
    state.tokenEndpoint = RequestAddress(of: extent, line).text(in: bytes)
    return state
  }
}
