import Secrets

/// Finds token responses that a debugger or a log printed in the notation of a language, which no reader of a format
/// knows: Python, Ruby and JavaScript, property lists of Cocoa, `print_r`, `var_dump` and `serialize` of PHP, and maps of
/// Java and Kotlin.
///
/// Nothing proves that AppAuth received them, so confidence is low. JSON is not taken: every OAuth answer is JSON.
enum PrintedResponses {
  private static let table = MarkTable(
    (["refresh_token", "refreshToken", "RefreshToken"] as [StaticString]).map {
      MarkTable.Word($0)
    },
    by: "_T"
  )
  private static let marks = MarkTable(
    (["refresh_token", "refreshToken", "RefreshToken", "REFRESH_TOKEN"] as [StaticString]).map {
      MarkTable.Word($0)
    },
    by: "_T"
  )

  /// Whether one, or the line of a file of settings, may be among the bytes, which may be a piece of more.
  static func mayOccur(in bytes: Span<UInt8>) -> Bool {
    marks.any(in: bytes, 0..<bytes.count) {
      if PropertyLines.isLine(bytes, around: $0) { return true }
      guard let member = PrintedMember(bytes, name: $0, isPiece: true), member.isToken else {
        return false
      }
      return !member.notation.isOfJSON || member.isNoJSON || mayBeInDictionary(bytes, $0.lowerBound)
    }
  }

  /// Whether the bracket that is open before a name may be that of a dictionary; no one knows of one further away.
  private static func mayBeInDictionary(_ bytes: Span<UInt8>, _ name: Int) -> Bool {
    var brackets = PrintedBrackets()
    let start = max(0, name - dictionaryReach)
    _ = brackets.goBack(in: bytes, name, start)
    guard let place = brackets.openingPlace else { return true }
    return PrintedResponse.isDictionary(bytes, place)
  }

  private static let dictionaryReach = 1 << 10

  /// Reads those whose refresh token stands in a range.
  static func read(
    _ layer: Layer,
    in own: Range<Int>,
    _ context: ValueContext,
    emit: Emit
  ) throws(ScanStopped) {
    // Whatever is printed in front may be where the first response begins.
    var from = max(0, own.lowerBound - 2 * PrintedResponse.reach)
    let limit = min(own.upperBound + PrintedResponse.reach, layer.bytes.count)
    var response: PrintedResponse?
    while true {
      let next = layer.bytes.withBytes { bytes -> PrintedResponse? in
        var next = self.next(in: bytes, from: from, before: limit)
        PrintedResponse.settle(&response, &next, in: bytes)
        return next
      }
      if let response, own.contains(response.place), response.isOne {
        try emit(.state(state(of: response, layer, context), []))
      }
      guard let next, next.place < own.upperBound else { return }
      from = next.end
      response = next
    }
  }

  private static func state(
    of response: PrintedResponse,
    _ layer: Layer,
    _ context: ValueContext
  ) -> LegacyAuthState {
    layer.bytes.withBytes { bytes in
      var state = LegacyAuthState(
        looseAt: context.locator([], at: FixedPlace(layer: layer, range: response.range)),
        contentDigest: Fingerprint(of: bytes.extracting(response.range))
      )
      func token(_ role: LegacyToken.Role, _ member: PrintedMember?) -> LegacyToken? {
        guard let member, member.isToken else { return nil }
        return LegacyToken(role: role, secret: member.secret(bytes))
      }
      state.refreshToken = token(.refresh, response.refresh)
      state.accessToken = token(.access, response.access)
      state.idToken = token(.id, response.id)
      return state
    }
  }

  /// The response of the next refresh token, without anything else of it.
  private static func next(
    in bytes: Span<UInt8>,
    from: Int,
    before limit: Int
  ) -> PrintedResponse? {
    var response: PrintedResponse?
    guard from < limit else { return nil }
    _ = table.any(in: bytes, from..<limit) { name in
      guard let member = PrintedMember(bytes, name: name) else { return false }
      response = PrintedResponse(member, at: name)
      return true
    }
    return response
  }
}
