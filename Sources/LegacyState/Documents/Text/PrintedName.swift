/// What a token response has beside its refresh token.
enum PrintedName {
  case accessToken, idToken, tokenType, expiresIn, expiresAt, expirationDate

  /// The members of these names in a range, in their order.
  static func members(
    in bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> [(name: PrintedName, member: PrintedMember)] {
    var members: [(name: PrintedName, member: PrintedMember)] = []
    for at in range where isPivot(bytes[at]) {
      for (word, pivot, offset, name) in all
      where bytes[at] == pivot && at - offset >= range.lowerBound
        && at - offset + word.utf8CodeUnitCount <= range.upperBound
        && bytes.matches(word, at: at - offset)
      {
        let place = at - offset..<at - offset + word.utf8CodeUnitCount
        if let member = PrintedMember(bytes, name: place) { members.append((name, member)) }
      }
    }
    return members
  }

  private static func isPivot(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "T") || byte == UInt8(ascii: "E")
  }

  /// How it is written, a rare letter of that and where it stands.
  private static let all: [(StaticString, UInt8, Int, PrintedName)] = [
    ("access_token", UInt8(ascii: "_"), 6, .accessToken),
    ("accessToken", UInt8(ascii: "T"), 6, .accessToken),
    ("id_token", UInt8(ascii: "_"), 2, .idToken), ("idToken", UInt8(ascii: "T"), 2, .idToken),
    ("token_type", UInt8(ascii: "_"), 5, .tokenType),
    ("tokenType", UInt8(ascii: "T"), 5, .tokenType),
    ("expires_in", UInt8(ascii: "_"), 7, .expiresIn),
    ("expires_at", UInt8(ascii: "_"), 7, .expiresAt),
    ("accessTokenExpirationDate", UInt8(ascii: "E"), 11, .expirationDate),
    // Go and C#.
    ("AccessToken", UInt8(ascii: "T"), 6, .accessToken),
    ("IdToken", UInt8(ascii: "T"), 2, .idToken),
    ("IDToken", UInt8(ascii: "T"), 2, .idToken), ("TokenType", UInt8(ascii: "T"), 0, .tokenType),
    ("ExpiresIn", UInt8(ascii: "E"), 0, .expiresIn),
    ("ExpiresAt", UInt8(ascii: "E"), 0, .expiresAt),
    ("Expiry", UInt8(ascii: "E"), 0, .expiresAt),
  ]
}
