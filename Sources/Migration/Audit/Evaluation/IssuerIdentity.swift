import JOSE
import LegacyState

/// AM206, AM208, AM209: who issued the tokens.
enum IssuerIdentity: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    let own = judged.state.issuer
    let claimed = judged.issuerFromIDToken
    guard let first = own ?? claimed else {
      return [judged.finding("AM209", "no issuer in the state, and none in an ID token")]
    }
    var findings: [AuditFinding] = []
    let template = [own, claimed].compactMap { $0 }.first(where: isTemplate)
    if let template {
      findings.append(
        judged.finding("AM208", "the issuer \(judged.shown(template)) has a placeholder")
      )
    }
    if let own, let claimed, own != claimed, !fills(own, with: claimed) {
      findings.append(
        judged.finding(
          "AM206",
          "the state names the issuer \(judged.shown(own)), its ID token \(judged.shown(claimed))"
        )
      )
    } else if judged.state.disagreements.contains(.issuer) {
      findings.append(
        judged.finding(
          "AM206",
          "the state names \(judged.shown(first)) and another issuer beside it"
        )
      )
    }
    return findings
  }

  private static func isTemplate(_ issuer: String) -> Bool {
    let bytes = issuer.utf8
    if bytes.contains(UInt8(ascii: "{")) { return true }
    return bytes.contains(UInt8(ascii: "%")) && issuer.lowercased().contains("%7b")
  }

  /// Whether the text is the template with something without a slash in its one placeholder.
  ///
  /// Then the difference is the template's, and saying it once is enough.
  private static func fills(_ template: String, with text: String) -> Bool {
    guard let start = template.firstIndex(of: "{"), let end = template.lastIndex(of: "}"),
      start < end
    else { return false }
    let before = template[..<start]
    let after = template[template.index(after: end)...]
    guard text.hasPrefix(before), text.hasSuffix(after),
      text.count > before.count + after.count
    else { return false }
    return !text.dropFirst(before.count).dropLast(after.count).contains("/")
  }
}
