/// One finished exchange, as a log may hold it: no query, no header, no body.
package struct Exchange: Sendable {
  /// The method.
  package let method: String
  /// Without user information, query and fragment.
  package let url: String
  /// The status code, or why there is none.
  package let result: Result<Int, TransportFailure>
  /// How long it took.
  package let milliseconds: Double
}
