import Secrets

/// The body of a token request (RFC 6749 section 4.1.3), where it stands in a larger blob.
struct RequestForm {
  private static let mostBytes = 64 << 10
  private let body: FormBody

  /// Looks for the body among the values of a binary property list; nil if there is none.
  init?(in bytes: Span<UInt8>) {
    guard let form = Self.form(in: bytes), let body = FormBody(bytes.extracting(form)) else {
      return nil
    }
    self.body = body
  }

  /// The value that has `grant_type` in it: a marker, a length of one, two or four bytes, and so many bytes of a form.
  private static func form(in bytes: Span<UInt8>) -> Range<Int>? {
    guard let mark = first("grant_type=", in: bytes) else { return nil }
    var start = mark
    while start > 2, mark - start < mostBytes {
      let lengths: [(marker: Int, size: UInt8)] = [(3, 0x10), (4, 0x11), (6, 0x12)]
      for (before, size) in lengths
      where start >= before && bytes[start - before] == 0x4F && bytes[start - before + 1] == size {
        let length = (start - before + 2..<start).reduce(0) { $0 << 8 | Int(bytes[$1]) }
        if length > mark - start, length <= min(mostBytes, bytes.count - start),
          (start..<start + length).allSatisfy({ isForm(bytes[$0]) })
        {
          return start..<start + length
        }
      }
      guard isForm(bytes[start - 1]) else { return nil }
      start -= 1
    }
    return nil
  }

  /// Adds what the request had to what the answer has.
  func complete(_ state: inout LegacyAuthState) {
    state.clientID = body.text("client_id")
    state.redirectURI = body.text("redirect_uri")
    state.authorizationCode = body.token(.authorizationCode, "code")
    if state.authorizationCode != nil { state.authorizationCodeExchanged = true }
    state.codeVerifier = body.token(.codeVerifier, "code_verifier")
    guard let sent = body.token(.refresh, "refresh_token") else { return }
    if state.refreshToken == nil {
      // An answer without one leaves the old one in force (RFC 6749 section 6).
      state.refreshToken = sent
    } else {
      state.addHistorical(sent)
    }
  }

  private static func first(_ text: StaticString, in bytes: Span<UInt8>) -> Int? {
    var from = 0
    while let hit = bytes.firstIndex(of: unsafe text.utf8Start[0], in: from..<bytes.count) {
      if bytes.matches(text, at: hit) { return hit }
      from = hit + 1
    }
    return nil
  }

  private static func isForm(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-.~%+&=*".utf8.contains(byte)
    }
  }
}
