import Secrets

/// The words by which bytes can hold AppAuth state at all; bytes without any are not parsed.
///
/// The search looks for letters that are rare in text and then around them, so most files are looked at only at the
/// speed at which memory is read.
enum Marks {
  /// Whether the bytes can hold a state, as they are or spelled in UTF-16, base64 or hex.
  static func occur(in bytes: Span<UInt8>, _ range: Range<Int>? = nil) -> Bool {
    let range = range ?? 0..<bytes.count
    return table.any(in: bytes, range) { _ in true } || hex.occur(in: bytes, range)
  }

  /// Whether the bytes can hold a state at all, with a mark or hidden in an encoding of an encoding.
  ///
  /// What has no mark is worth reading, but nothing that is wrong with it is worth an error.
  static func mayOccur(in bytes: Span<UInt8>, _ range: Range<Int>? = nil) -> Bool {
    occur(in: bytes, range) || mayHide(in: bytes, range)
  }

  /// Whether bytes that show no mark can hold a state in an encoding of an encoding.
  static func mayHide(in bytes: Span<UInt8>, _ range: Range<Int>? = nil) -> Bool {
    HiddenMarks.occur(in: bytes, range ?? 0..<bytes.count)
  }

  /// Whether a mark stands as the name of an object, or in the configuration of a request, however it is quoted.
  ///
  /// That is what a state looks like in a text that no reader knows; source code that only names the keys does not.
  ///
  /// - Parameters:
  ///   - bytes: Where to look.
  ///   - onlyEscaped: Whether a name in plain quotes does not count.
  /// - Returns: Whether one does.
  static func introduceObject(in bytes: Span<UInt8>, onlyEscaped: Bool = false) -> Bool {
    nameTable.any(in: bytes, 0..<bytes.count) { mark in
      let end = mark.upperBound
      if onlyEscaped, end < bytes.count, bytes[end] == UInt8(ascii: "\"") { return false }
      return isFollowedByObject(bytes, end) || isInRequest(bytes, mark)
    }
  }

  /// Whether the bytes hold the class names of an iOS archive of AppAuth's.
  static func nameArchive(in bytes: Span<UInt8>) -> Bool {
    archiveTable.any(in: bytes, 0..<bytes.count) { _ in true }
  }

  /// At least the length of the longest mark in any spelling and of what stands beside it: how much two pieces of a file
  /// overlap.
  static let overlap = 64 + 2 * ResultMarks.reach

  /// The members of a state that no other library has.
  private static let names: [StaticString] = [
    "lastAuthorizationResponse", "mAuthorizationException", "authorizationEndpoint",
    "mLastTokenResponse", "lastRegistrationResponse",
  ]
  /// What stands in an iOS archive, also in one of a part of the state alone.
  private static let archiveNames: [StaticString] = [
    "OIDAuthorizationRe", "OIDTokenRe", "OIDRegistrationRe",
  ]
  /// Both platforms' member for the token response.
  private static let tokenResponse: StaticString = "astTokenResponse"
  /// Base64 of `bplist00`, which line breaks leave whole where they cut all other marks in two.
  private static let encodedPropertyList: StaticString = "YnBsaXN0MDD"

  /// Each word has one of these in every spelling; they are rare in text.
  private static let letters: StaticString = "zRXxP"

  /// All of them but those in hex.
  static let words =
    (names + [tokenResponse] + ResultMarks.names)
    .flatMap { MarkSpellings.all(of: $0) }.map { MarkTable.Word($0) }
    + (archiveNames + [encodedPropertyList]).map { MarkTable.Word($0) } + ResultMarks.words

  private static let table = MarkTable(words, by: letters)
  static let hex = HexMarks(names + [tokenResponse] + ResultMarks.names)
  private static let nameTable = MarkTable(names.map { MarkTable.Word($0) }, by: letters)
  private static let archiveTable = MarkTable(
    (["OIDAuthState", "OIDTokenResponse", "OIDAuthorizationRe"] as [StaticString]).map {
      MarkTable.Word($0)
    },
    by: "D"
  )

  /// Whether an endpoint is the first in the configuration of a request, as every response begins that was kept alone.
  private static func isInRequest(_ bytes: Span<UInt8>, _ mark: Range<Int>) -> Bool {
    guard mark.count == endpoint.utf8CodeUnitCount, bytes.matches(endpoint, at: mark.lowerBound),
      let configuration = start(of: "configuration", before: mark.lowerBound, in: bytes)
    else { return false }
    return start(of: "request", before: configuration, in: bytes) != nil
  }

  /// Where the name begins in whose object a place is, if nothing but quotes, a colon and a brace stand between.
  private static func start(
    of name: StaticString,
    before place: Int,
    in bytes: Span<UInt8>
  ) -> Int? {
    var at = place
    while at > 0, place - at < 48 {
      switch bytes[at - 1] {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: "{"), 0x20, 0x09,
        0x0A, 0x0D:
        at -= 1
      case UInt8(ascii: ";") where at >= 6 && bytes.matches("&quot;", at: at - 6):
        at -= 6
      default:
        let start = at - name.utf8CodeUnitCount
        return start >= 0 && bytes.matches(name, at: start) ? start : nil
      }
    }
    return nil
  }

  private static let endpoint: StaticString = "authorizationEndpoint"

  /// Quotes as they are, behind backslashes, or as XML and percent-encoding spell them; then a colon and a brace.
  private static func isFollowedByObject(_ bytes: Span<UInt8>, _ end: Int) -> Bool {
    var at = end
    var colons = 0
    while at < min(end + 48, bytes.count) {
      switch bytes[at] {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: " "), 0x09, 0x0A, 0x0D:
        at += 1
      case UInt8(ascii: ":"):
        colons += 1
        at += 1
      case UInt8(ascii: "{"):
        return colons == 1
      case UInt8(ascii: "&") where bytes.matches("&quot;", at: at):
        at += 6
      case UInt8(ascii: "%") where bytes.matches("%22", at: at):
        at += 3
      case UInt8(ascii: "%") where bytes.matches("%3A%7B", at: at):
        return true
      default:
        return false
      }
    }
    return false
  }
}
