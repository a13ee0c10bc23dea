import HTTP
import LegacyState

/// AM204: addresses without TLS.
enum InsecureEndpoints: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    let state = judged.state
    let named: [(String, String?)] = [
      ("issuer", state.issuer), ("ID token's issuer", judged.issuerFromIDToken),
      ("authorization endpoint", state.authorizationEndpoint),
      ("token endpoint", state.tokenEndpoint), ("revocation endpoint", state.revocationEndpoint),
      ("end-session endpoint", state.endSessionEndpoint),
      ("registration endpoint", state.registrationEndpoint),
      ("registration's own address", state.registrationClientURI),
    ]
    let open = named.compactMap { name, url in url.map(isInsecure) == true ? name : nil }
    guard !open.isEmpty else { return [] }
    return [judged.finding("AM204", "without TLS: \(open.joined(separator: ", "))")]
  }

  /// What cannot be read as an address counts by its first letters: nobody may talk himself out of it.
  static func isInsecure(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.dropFirst(4).first == UInt8(ascii: ":"),
      bytes.prefix(4).elementsEqual("http".utf8, by: { $0 | 0x20 == $1 })
    else { return false }
    return HTTPURL(text)?.isLoopbackAddress != true
  }
}
