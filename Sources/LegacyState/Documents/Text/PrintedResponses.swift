import Secrets

/// Finds token responses that a debugger or a log printed in the notation of a language, which no reader of a format
/// knows: Python, Ruby and JavaScript, property lists of Cocoa, `print_r`, `var_dump` and `serialize` of PHP, and maps of
/// Java and Kotlin.
///
/// Nothing proves that AppAuth received them, so confidence is low. JSON is not taken: every OAuth answer is JSON.
enum PrintedResponses {
  /// How far apart the members of one response may stand.
  private static let reach = 4 << 10

  private static let longestName = 16

  private static let table = MarkTable(
    [MarkTable.Word("refresh_token"), MarkTable.Word("refreshToken")],
    by: "_T"
  )

  /// Whether one may be among the bytes.
  static func mayOccur(in bytes: Span<UInt8>) -> Bool {
    table.any(in: bytes, 0..<bytes.count) { PrintedMember(bytes, name: $0)?.isToken == true }
  }

  /// Reads those whose refresh token stands in a range.
  static func read(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    var from = own.lowerBound
    var floor = 0
    while let found = layer.bytes.withBytes({
      next(in: $0, from: from, notBefore: floor, before: own.upperBound)
    }) {
      floor = found.range.upperBound
      from = max(found.range.upperBound, found.refresh.range.upperBound)
      var state = LegacyAuthState(
        looseAt: context.locator([], at: FixedPlace(layer: layer, range: found.range)),
        contentDigest: layer.bytes.withBytes { Fingerprint(of: $0.extracting(found.range)) }
      )
      layer.bytes.withBytes { bytes in
        func token(_ role: LegacyToken.Role, _ member: PrintedMember?) -> LegacyToken? {
          guard let member, member.isToken else { return nil }
          return LegacyToken(role: role, secret: member.secret(bytes))
        }
        state.refreshToken = token(.refresh, found.refresh)
        state.accessToken = token(.access, found.access)
        state.idToken = token(.id, found.id)
      }
      try emit(.state(state, []))
    }
  }

  private struct Found {
    var range: Range<Int>
    let refresh: PrintedMember
    var access: PrintedMember?
    var id: PrintedMember?
  }

  private static func next(
    in bytes: Span<UInt8>,
    from: Int,
    notBefore floor: Int,
    before limit: Int
  ) -> Found? {
    var from = from
    while let refresh = refreshToken(in: bytes, from: from, before: limit) {
      var found = Found(range: refresh.range, refresh: refresh)
      let start = max(floor, found.range.lowerBound - reach)
      let around = start..<min(bytes.count, found.range.upperBound + reach)
      // One member alone is in many a program's text.
      if addOthers(to: &found, in: bytes, around) { return found }
      from = max(found.range.upperBound, around.upperBound - reach / 2)
    }
    return nil
  }

  private static func refreshToken(
    in bytes: Span<UInt8>,
    from: Int,
    before limit: Int
  ) -> PrintedMember? {
    var member: PrintedMember?
    guard from < limit else { return nil }
    _ = table.any(in: bytes, from..<min(limit + longestName, bytes.count)) { name in
      guard name.lowerBound < limit, let found = PrintedMember(bytes, name: name), found.isToken
      else { return false }
      member = found
      return true
    }
    return member
  }

  /// Takes the members around that are printed in the same way; false if there are none.
  private static func addOthers(
    to found: inout Found,
    in bytes: Span<UInt8>,
    _ around: Range<Int>
  ) -> Bool {
    var hasOthers = false
    for at in around where isPivot(bytes[at]) {
      for (word, pivot, offset, role) in others
      where bytes[at] == pivot && at - offset >= around.lowerBound
        && bytes.matches(word, at: at - offset)
      {
        let name = at - offset..<at - offset + word.utf8CodeUnitCount
        guard let member = PrintedMember(bytes, name: name),
          member.notation == found.refresh.notation
        else { continue }
        hasOthers = true
        let start = min(found.range.lowerBound, member.range.lowerBound)
        found.range = start..<max(found.range.upperBound, member.range.upperBound)
        if role == .access { found.access = found.access ?? member }
        if role == .id { found.id = found.id ?? member }
      }
    }
    return hasOthers
  }

  private static func isPivot(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "T") || byte == UInt8(ascii: "E")
  }

  /// What else a response has: the name, a rare letter of it and where that stands, and which token it is.
  private static let others: [(StaticString, UInt8, Int, LegacyToken.Role?)] = [
    ("access_token", UInt8(ascii: "_"), 6, .access),
    ("accessToken", UInt8(ascii: "T"), 6, .access),
    ("id_token", UInt8(ascii: "_"), 2, .id), ("idToken", UInt8(ascii: "T"), 2, .id),
    ("token_type", UInt8(ascii: "_"), 5, nil), ("tokenType", UInt8(ascii: "T"), 5, nil),
    ("expires_in", UInt8(ascii: "_"), 7, nil), ("expires_at", UInt8(ascii: "_"), 7, nil),
    ("accessTokenExpirationDate", UInt8(ascii: "E"), 11, nil),
  ]
}
