import HTTP
import LegacyState

/// AM205: who else could get the redirect.
enum RedirectKinds: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    guard let text = judged.state.redirectURI,
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return [] }
    switch text[..<colon].lowercased() {
    case "https": return []
    case "http":
      let url = HTTPURL(text)
      if url?.isLoopbackAddress == true { return [] }
      if url?.host == "localhost" {
        return [
          judged.finding(
            "AM205",
            "the redirect goes to localhost, a name that others may answer to"
          )
        ]
      }
      return [
        judged.finding("AM205", .high, "the redirect goes over http to a host that is not loopback")
      ]
    default:
      let scheme = judged.shown(String(text[..<colon]), limit: 60)
      return [judged.finding("AM205", "any app can claim the redirect's scheme \(scheme):")]
    }
  }
}
