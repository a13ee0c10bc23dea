/// The configured issuer against the discovered one.
package enum IssuerComparison {
  /// - Returns: A remark if the two differ by one trailing slash, which strict clients refuse.
  /// - Throws: `.configuration(.issuerMismatch)` for any other difference, a templated issuer included.
  /// - SeeAlso: OIDC Discovery 4.3, RFC 8414 section 3.3.
  package static func warnings(
    configured: String,
    discovered: String
  ) throws(OAuthError) -> [String] {
    // Swift calls strings equal that are written differently; here one byte is a difference.
    let isSame = { (left: String, right: String) in left.utf8.elementsEqual(right.utf8) }
    if isSame(configured, discovered) { return [] }
    if isSame(configured + "/", discovered) || isSame(configured, discovered + "/") {
      return [
        "the issuer differs from the configured one by its trailing slash: configure \(PrintableText.bounded(discovered)) exactly"
      ]
    }
    let shown = PrintableText.bounded(discovered)
    if discovered.contains("{") {
      throw .configuration(
        ConfigurationProblem(
          .issuerMismatch,
          "the provider announces the template \(shown) as its issuer: configure the address of one tenant instead"
        )
      )
    }
    throw .configuration(
      ConfigurationProblem(
        .issuerMismatch,
        "the discovery document names another issuer: configured \(PrintableText.bounded(configured)), announced \(shown); nothing was sent there"
      )
    )
  }
}
