/// Where a request went.
package enum DemoEndpoint: String, Sendable, CaseIterable, Hashable {
  /// The OpenID document.
  case discovery
  /// The document of RFC 8414.
  case oauthMetadata = "oauth_metadata"
  /// The key set.
  case jwks
  /// The sign-in page, its forms, and `prompt=none`.
  case authorize
  /// Pushed authorization requests.
  case par
  /// Codes and refresh tokens become tokens.
  case token
  /// RFC 7009.
  case revoke
  /// RFC 7662.
  case introspect
  /// Claims about the person.
  case userinfo
  /// Ends the browser's session.
  case endSession = "end_session"
  /// Registrations, which can be deleted (RFC 7592).
  case register
  /// A protected resource; `/api/step-up` wants a stronger sign-in.
  case api
  /// Anything else.
  case other

  /// Whether proofs of possession are looked at (RFC 9449).
  var takesProofs: Bool { [.par, .token, .userinfo, .api].contains(self) }

  /// The path behind the issuer's; nil for the documents, whose place follows rules of its own.
  var path: String? {
    switch self {
    case .discovery, .oauthMetadata, .other: nil
    default: "/\(rawValue)"
    }
  }
}
