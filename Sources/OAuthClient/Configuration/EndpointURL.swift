package import HTTP

/// The one rule for every URL that a request may go to.
package enum EndpointURL {
  /// Accepts https, and http at a loopback address only; no user information, no fragment (RFC 6749 section 3.1).
  package static func parse(_ text: String) -> HTTPURL? {
    guard let url = HTTPURL(text), url.fragment == nil, !url.hasUserInfo else { return nil }
    guard url.scheme == "https" || url.isLoopbackAddress else { return nil }
    return url
  }
}
