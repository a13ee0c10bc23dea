internal import HTTP
internal import Secrets

/// What must be right about a request before a token is put on it.
enum ResourceRequestRules {
  /// Checks a request and makes it ready to be sent.
  ///
  /// - Parameters:
  ///   - request: As the caller wrote it.
  ///   - origins: Where the token may go.
  /// - Returns: The same without credentials.
  /// - Throws: `.configuration` naming what is wrong.
  static func checked(
    _ request: ResourceRequest,
    origins: Set<Origin>
  ) throws(OAuthError) -> Request {
    let url = try address(request.url)
    guard origins.contains(url.origin) else {
      throw .configuration(
        ConfigurationProblem(
          .unprotectedOrigin,
          "\(url.origin) is not among protected_origins, so nothing was sent: add it there if it may see the access token"
        )
      )
    }
    try check(request.method, hasBody: request.body != nil)
    var headers: [Request.Header] = []
    for field in request.headers {
      try check(field)
      headers.append(.init(field.name, .plain(field.value)))
    }
    return Request(
      method: request.method,
      url: url,
      headers: headers,
      body: request.body.map { SecretBytes(copying: $0) },
      limits: request.limits.transport
    )
  }

  private static func address(_ text: String) throws(OAuthError) -> HTTPURL {
    guard let url = HTTPURL(text) else {
      throw problem("the URL of the request is no absolute http or https URL in plain ASCII")
    }
    guard !url.hasUserInfo else {
      throw problem("the URL of the request has a user name before its host \(url.host)")
    }
    guard url.isSecure else {
      throw problem(
        "the access token would cross the network in clear to \(url.origin): use https (http is allowed to 127.0.0.1 and [::1] only, by address)"
      )
    }
    return url
  }

  private static func check(_ method: String, hasBody: Bool) throws(OAuthError) {
    guard !method.isEmpty, method.utf8.allSatisfy(ByteSets.isToken), method == method.uppercased()
    else {
      throw problem("the method of the request is no word in capitals such as GET")
    }
    // TRACE gives the header with the token back in a body; CONNECT asks for a tunnel.
    guard method != "TRACE", method != "CONNECT" else {
      throw problem("\(method) is not sent with an access token")
    }
    guard method != "HEAD" || !hasBody else { throw problem("a HEAD request has no body") }
  }

  private static func check(_ field: HeaderField) throws(OAuthError) {
    guard !field.name.isEmpty, field.name.utf8.allSatisfy(ByteSets.isToken) else {
      throw problem("a header name of the request is no token (RFC 9110 section 5.6.2)")
    }
    guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
      throw problem(
        "the value of \(field.name) has a line break or another control character in it"
      )
    }
    let name = field.name.lowercased()
    guard !credentials.contains(name) else {
      throw problem(
        "\(field.name) is set by the authenticated session itself: remove it from the request"
      )
    }
    guard !connection.contains(name) else {
      throw problem("\(field.name) is made along with the connection: remove it from the request")
    }
  }

  /// What proves who asks.
  private static let credentials: Set<String> = ["authorization", "dpop", "proxy-authorization"]

  /// What says where a request ends, or to whom it goes, beside the URL and the body.
  private static let connection: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  private static func problem(_ text: String) -> OAuthError {
    .configuration(ConfigurationProblem(.request, text))
  }
}
