package import Secrets

/// One HTTP request; sent once, its redirects never followed.
package struct Request: Sendable {
  /// A header line.
  package struct Header: Sendable {
    /// The field name.
    package let name: String
    /// What stands in it.
    package let value: FieldValue

    /// Makes one.
    package init(_ name: String, _ value: FieldValue) {
      self.name = name
      self.value = value
    }
  }

  /// The method, in capitals.
  package var method: String
  /// Where it goes.
  package var url: HTTPURL
  /// Beside Host, User-Agent, Accept-Encoding and Content-Length, which are made.
  package var headers: [Header]
  /// The body of a POST, PUT or PATCH.
  package var body: SecretBytes?
  /// What is waited for and taken at the most.
  package var limits: Limits
  /// Whether the server may be given it twice.
  ///
  /// libcurl itself sends a request again when a kept connection turns out to be dead; a request that may not be
  /// repeated (a code, a rotating refresh token) gets a connection of its own instead.
  package var isRepeatable: Bool
  /// Whether the answer shall tell until when the server's certificate is good; costs a connection of its own.
  package var wantsCertificate = false

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The method, in capitals.
  ///   - url: Where it goes.
  ///   - headers: Further headers.
  ///   - body: The body.
  ///   - limits: Bounds of size and time.
  ///   - isRepeatable: By default what the method says: GET and HEAD are, POST isn't.
  package init(
    method: String = "GET",
    url: HTTPURL,
    headers: [Header] = [],
    body: SecretBytes? = nil,
    limits: Limits = Limits(),
    isRepeatable: Bool? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
    self.isRepeatable = isRepeatable ?? (method == "GET" || method == "HEAD")
  }

  /// A POST of a form, which asks for JSON.
  ///
  /// - Parameters:
  ///   - url: Where it goes.
  ///   - form: The fields.
  ///   - headers: Beside Content-Type and Accept.
  ///   - limits: Bounds of size and time.
  ///   - isRepeatable: Whether the server may be given it twice.
  /// - Returns: The request.
  package static func post(
    _ url: HTTPURL,
    form: FormBody,
    headers: [Header] = [],
    limits: Limits = Limits(),
    isRepeatable: Bool = false
  ) -> Request {
    let made = [
      Header("Content-Type", .plain(FormBody.contentType)), Header("Accept", "application/json"),
    ]
    return Request(
      method: "POST",
      url: url,
      headers: made + headers,
      body: form.encoded(),
      limits: limits,
      isRepeatable: isRepeatable
    )
  }
}
