/// What a handler answers.
package struct LoopbackResponse: Sendable {
  /// The status code.
  package var status: Int
  /// All headers but Date, Connection and Content-Length, which the server writes.
  package var headers: [(name: String, value: String)]
  /// The body.
  package var body: [UInt8]
  /// How long to hold it back.
  package var delay: Duration?
  /// Whether to close the connection without a word instead.
  package var dropsConnection = false

  /// Makes an answer.
  package init(
    status: Int,
    headers: KeyValuePairs<String, String> = [:],
    body: [UInt8] = [],
    delay: Duration? = nil
  ) {
    self.status = status
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = body
    self.delay = delay
  }

  /// Closes the connection without an answer.
  package static var drop: LoopbackResponse {
    var response = LoopbackResponse(status: 500)
    response.dropsConnection = true
    return response
  }
}
