package import Secrets

/// What the server answered; a status is never an error here.
package struct Response: Sendable {
  /// The final status code.
  package let status: Int
  /// The header fields of the final answer.
  package let headers: HeaderFields
  /// The decoded body.
  package let body: SecretBytes
  /// Until when (seconds since 1970) the server's certificate is good, where ``Request/wantsCertificate`` was set.
  package let certificateExpiry: Double?

  /// Makes one, as tests of pure code do.
  package init(
    status: Int,
    headers: HeaderFields = HeaderFields(),
    body: SecretBytes,
    certificateExpiry: Double? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.certificateExpiry = certificateExpiry
  }

  /// The media type without parameters, in lower case, such as `application/json`.
  package var contentType: String? {
    headers["content-type"]?.split(separator: ";", omittingEmptySubsequences: false).first.map {
      $0.trimmingSpaces().lowercased()
    }
  }

  /// The server's clock in seconds since 1970, from the Date header.
  package var date: Double? { headers["date"].flatMap(HTTPDate.parse) }
}
