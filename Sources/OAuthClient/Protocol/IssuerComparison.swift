/// The configured issuer against the discovered one.
package enum IssuerComparison {
  /// Whether two spellings mean one issuer: equal, but for one trailing slash.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: True for equal ones, too.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    // Swift calls strings equal that are written differently; here one byte is a difference.
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    let slash = [UInt8(ascii: "/")]
    return left == right || left + slash == right || left == right + slash
  }

  /// - Returns: A remark if the two differ by one trailing slash, which strict clients refuse.
  /// - Throws: `.configuration(.issuerMismatch)` for any other difference, a templated issuer included.
  /// - SeeAlso: OIDC Discovery 4.3, RFC 8414 section 3.3.
  package static func warnings(
    configured: String,
    discovered: String
  ) throws(OAuthError) -> [String] {
    if configured.utf8.elementsEqual(discovered.utf8) { return [] }
    if isSame(configured, discovered) {
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
