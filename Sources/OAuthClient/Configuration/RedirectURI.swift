internal import HTTP

/// A redirect URI, sorted by how it comes back to us (RFC 8252 section 7).
package struct RedirectURI: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// `http://127.0.0.1/…` or `http://[::1]/…`; no port means any free one (RFC 8252 section 7.3).
    case loopback(isIPv6: Bool, port: UInt16?, path: String)
    /// A claimed https URL (RFC 8252 section 7.2).
    case https
    /// `com.example.app:/…` (RFC 8252 section 7.1).
    case privateUse(scheme: String)
  }

  package let text: String
  package let kind: Kind

  /// The redirect URI with the port that was really bound; the very text for both requests.
  package func bound(to port: UInt16) -> String {
    guard case .loopback(let isIPv6, _, let path) = kind else { return text }
    return "http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)\(path)"
  }
}
