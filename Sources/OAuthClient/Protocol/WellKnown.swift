package import HTTP

/// Where a provider's documents are.
package enum WellKnown {
  /// `{issuer}/.well-known/openid-configuration`, with exactly one slash between (OIDC Discovery 4.1).
  package static func openIDConfiguration(of issuer: HTTPURL) -> HTTPURL? {
    HTTPURL(trimmed(issuer.text) + "/.well-known/openid-configuration")
  }

  /// `/.well-known/oauth-authorization-server` put between host and path (RFC 8414 section 3.1).
  package static func authorizationServer(of issuer: HTTPURL) -> HTTPURL? {
    let text = trimmed(issuer.text)
    let path = issuer.path == "/" ? "" : issuer.path
    let trimmedPath = path.hasSuffix("/") ? String(path.dropLast()) : path
    guard text.hasSuffix(trimmedPath) else { return nil }
    let origin = text.dropLast(trimmedPath.count)
    return HTTPURL(origin + "/.well-known/oauth-authorization-server" + trimmedPath)
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}
