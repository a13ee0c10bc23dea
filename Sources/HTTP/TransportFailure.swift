/// Why no answer came; a status code is never one.
package enum TransportFailure: Error, Hashable, Sendable {
  /// The request itself can't be sent: what is wrong with it.
  case invalidURL(String)
  /// http to something that is not a loopback address.
  case insecure(host: String)
  /// The client was told to send nothing.
  case offline
  /// The name has no address.
  case unresolved(host: String)
  /// No connection came about; nothing was sent.
  case unreachable(host: String, detail: String)
  /// The connection broke; the request may have arrived.
  case dropped(host: String, detail: String)
  /// The certificate or the handshake; nothing was sent.
  case tls(String)
  /// Out of time; whether the request may have arrived.
  case timedOut(host: String, sent: Bool)
  /// More bytes of the body than allowed.
  case tooLarge(limit: Int)
  /// More bytes of header lines than allowed.
  case headerTooLarge(limit: Int)
  /// The task was cancelled; the request may have arrived.
  case cancelled
  /// A system library is missing.
  case libraryMissing(package: String)
  /// Anything else libcurl reports.
  case other(code: Int, text: String)

  /// Whether the server may have acted on the request: then its outcome is in doubt.
  package var mayHaveArrived: Bool {
    switch self {
    case .invalidURL, .insecure, .offline, .unresolved, .unreachable, .tls, .libraryMissing: false
    case .timedOut(_, let sent): sent
    case .dropped, .tooLarge, .headerTooLarge, .cancelled, .other: true
    }
  }

  /// Whether the same request might work a little later.
  package var isWorthRepeating: Bool {
    switch self {
    case .unresolved, .unreachable, .dropped, .timedOut: true
    case .invalidURL, .insecure, .offline, .tls, .tooLarge, .headerTooLarge, .cancelled,
      .libraryMissing, .other:
      false
    }
  }
}

extension TransportFailure: CustomStringConvertible {
  /// What happened and what to do next, in one line without secrets.
  package var description: String {
    switch self {
    case .invalidURL(let reason):
      "the request cannot be sent: \(reason)"
    case .insecure(let host):
      "http to \(host) is refused: use https (http is allowed to 127.0.0.1 and [::1] only, by address)"
    case .offline:
      "nothing is sent with --offline: run again without it"
    case .unresolved(let host):
      "the name \(host) was not found: check its spelling, the network and the DNS server"
    case .unreachable(let host, let detail):
      "no connection to \(host) (\(detail)): check that it runs and that a firewall or proxy lets us through"
    case .dropped(let host, let detail):
      "the connection to \(host) broke (\(detail)): the request may have arrived, repeat it with care"
    case .tls(let detail):
      "no trusted TLS connection (\(detail)): check the certificate; a private authority is added with --cacert"
    case .timedOut(let host, let sent):
      sent
        ? "no answer from \(host) in time: the request may have arrived, try again later"
        : "no connection to \(host) in time: check the network, try again later"
    case .tooLarge(let limit):
      "the answer is larger than \(limit) bytes and was not read further: this is no answer of an "
        + "authorization server"
    case .headerTooLarge(let limit):
      "the header of the answer is larger than \(limit) bytes and was not read further: this is no answer of an "
        + "authorization server"
    case .cancelled:
      "the request was cancelled"
    case .libraryMissing(let package):
      "a system library is missing: install \(package)"
    case .other(let code, let text):
      "the transfer failed (\(text), libcurl \(code))"
    }
  }
}
