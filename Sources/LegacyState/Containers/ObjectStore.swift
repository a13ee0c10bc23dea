import Secrets

/// Members of a sign-in in a binary format that nobody reads here: MessagePack, CBOR, BSON, Protocol Buffers, Java's
/// serialization, Hive, Realm, MMKV.
///
/// It is told by the name of a token with the token behind it, as all of these have them; the names alone are in every
/// program that uses AppAuth. An OAuth answer, whose names have underscores, is nobody's.
enum ObjectStore {
  /// Whether bytes, or a piece of more, hold one: a refresh token and another, or one beside AppAuth's own names.
  static func occurs(in bytes: Span<UInt8>, _ head: DocumentHead) -> Bool {
    // Hardly any file has one of these names, and none is looked through for the others without.
    guard refreshTable.any(in: bytes, 0..<bytes.count, where: { _ in true }) else { return false }
    if isRealm(head.bytes) { return hasColumns(bytes) }
    var roles: Set<Role> = []
    return table.any(in: bytes, 0..<bytes.count) { name in
      guard let role = role(bytes, name) else { return false }
      roles.insert(role)
      return roles.count > 1
    }
  }

  /// Whether the columns of a sign-in are in a database of Realm, whose values lie elsewhere in it, and a token is.
  private static func hasColumns(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.contains("accessToken") else { return false }
    var start = 0
    for at in bytes.indices {
      guard !isInToken(bytes[at]) else { continue }
      if at - start >= 24, PrintedMember.isToken(bytes.extracting(start..<at)) { return true }
      start = at + 1
    }
    return false
  }

  private static func isRealm(_ head: [UInt8]) -> Bool { head.span.matches("T-DB", at: 16) }

  /// What the format is called, as far as the first bytes tell.
  static func name(of head: [UInt8]) -> String {
    if isRealm(head) { return "a Realm database" }
    if head.starts(with: [0xAC, 0xED, 0x00, 0x05]) { return "a serialized object of Java" }
    if head.starts(with: [0xD9, 0xD9, 0xF7]) { return "a CBOR document" }
    return "a binary store (as MessagePack, CBOR, BSON, Protocol Buffers, Hive or MMKV)"
  }

  private enum Role { case refresh, other, state }

  private static let table = MarkTable(
    ([
      "refreshToken", "accessToken", "idToken", "lastAuthorizationResponse", "mLastTokenResponse",
    ] as [StaticString]).map { MarkTable.Word($0) },
    by: "TA"
  )

  private static let refreshTable = MarkTable([MarkTable.Word("refreshToken")], by: "T")

  private static func role(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Role? {
    let isState =
      bytes[name.lowerBound] == UInt8(ascii: "l") || bytes[name.lowerBound] == UInt8(ascii: "m")
    if isState {
      return name.upperBound < bytes.count && !isInName(bytes[name.upperBound]) ? .state : nil
    }
    guard hasToken(bytes, behind: name.upperBound) else { return nil }
    return bytes[name.lowerBound] == UInt8(ascii: "r") ? .refresh : .other
  }

  /// Whether a token stands behind a name, with no more between than tells its type and length; none of that is text.
  private static func hasToken(_ bytes: Span<UInt8>, behind start: Int) -> Bool {
    guard start + 2 < bytes.count else { return false }
    var at = start
    // Of CBOR and of Java the type of a text is a letter.
    let isCBOR = bytes[at] == 0x78
    let isJava = bytes[at] == UInt8(ascii: "t") && bytes[at + 1] == 0
    if isCBOR || isJava { at += 2 } else if isInName(bytes[at]) { return false }
    let limit = min(bytes.count, start + 12)
    while at < limit, !isInToken(bytes[at]) { at += 1 }
    guard at < limit else { return false }
    var end = at
    while end < bytes.count, end - at < 4096, isInToken(bytes[end]) { end += 1 }
    let isSaid =
      (start..<at).contains { isBinary(bytes[$0]) } || Int(bytes[at - 1]) == (end - at) & 0xFF
      || isCBOR && Int(bytes[start + 1]) <= end - start - 2
    return isSaid && end - at >= 16 && PrintedMember.isToken(bytes.extracting(at..<end))
  }

  private static func isBinary(_ byte: UInt8) -> Bool {
    byte < 0x09 || byte > 0x7E || byte &- 0x0E < 0x12
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
  }

  private static func isInToken(_ byte: UInt8) -> Bool {
    isInName(byte) || "-._~+/=".utf8.contains(byte)
  }
}
