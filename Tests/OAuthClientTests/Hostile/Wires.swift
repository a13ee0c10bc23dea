/// Answers to a refresh that no HTTP server sends.
extension HostileCase {
  private static func wire(
    _ name: String,
    _ fault: Misconduct,
    twin: Misconduct = plain,
    _ verdict: Verdict = .recoverable("server", "the session is kept")
  ) -> HostileCase {
    HostileCase("answer " + name, .refresh, fault, twin: twin, verdict)
  }

  private static let body = #"{"access_token":"at-1","token_type":"Bearer","expires_in":300}"#
  private static let plain = Misconduct.wire(body)

  private static func bytes(_ head: String, _ body: [UInt8]) -> Misconduct {
    .wire(
      Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(head)\r\n\r\n".utf8) + body,
      staysOpen: false
    )
  }

  private static func packed(_ encoding: String, _ bytes: [UInt8]) -> Misconduct {
    self.bytes("Content-Encoding: \(encoding)\r\nContent-Length: \(bytes.count)", bytes)
  }

  private static func lines(_ count: Int) -> [String] { (0..<count).map { "X-\($0): 1" } }

  private static let whole = Array(
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8
  )

  private static func interim(_ count: Int) -> [UInt8] {
    Array(String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", count: count).utf8)
  }

  private static func chunked(trailers: [String]) -> Misconduct {
    let chunk = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n"
    let end = trailers.map { $0 + "\r\n" }.joined() + "\r\n"
    return bytes("Transfer-Encoding: chunked", Array((chunk + end).utf8))
  }

  private static let network = Verdict.recoverable("network")
  private static let tooLarge = Verdict.recoverable("server", "larger than")

  static let wires: [HostileCase] = [
    wire(
      "whose last chunk never comes",
      bytes("Transfer-Encoding: chunked", Array("40\r\n{".utf8)),
      twin: bytes(
        "Transfer-Encoding: chunked",
        Array("\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n".utf8)
      ),
      network
    ),
    wire("shorter than it says", .wire(body, length: 1000), network),
    wire(
      "that never ends",
      .wire(Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{".utf8), staysOpen: true),
      network
    )
    .with { $0.longestExchange = 2 },
    wire("that never begins", .wire([], staysOpen: true), network).with { $0.longestExchange = 2 },
    wire("of 4 GiB, as it says", .wire(body, length: 4 << 30), tooLarge),
    wire(
      "that is no HTTP",
      .wire(Array("SSH-2.0-x\r\n".utf8), staysOpen: false),
      .recoverable("network")
    ),
    wire("of 2 MiB, packed into two thousand bytes by gzip", packed("gzip", gzipped), tooLarge),
    wire(
      "of 2 MiB, packed into two thousand bytes by deflate",
      packed("deflate", deflated),
      tooLarge
    ),
    wire("packed by gzip, as it says", packed("gzip", Array(body.utf8)), network),
    wire(
      "with 10,000 headers",
      .wire(body, lines(10_000)),
      twin: .wire(body, lines(1000)),
      tooLarge
    ),
    wire(
      "behind a flood of interim ones",
      .wire(interim(20_000) + whole, staysOpen: false),
      twin: .wire(interim(20) + whole, staysOpen: false),
      tooLarge
    ),
    wire(
      "that switches to another protocol",
      .wire(
        Array("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n{}".utf8),
        staysOpen: false
      )
    ),
    wire(
      "with a flood of trailers",
      chunked(trailers: lines(10_000)),
      twin: chunked(trailers: lines(10)),
      tooLarge
    ),
    wire(
      "in a chunk of endless size",
      bytes("Transfer-Encoding: chunked", Array("FFFFFFFFFFFFFFFFF\r\n\(body)\r\n0\r\n\r\n".utf8)),
      network
    ),
    wire("of a length below zero", bytes("Content-Length: -5", Array(body.utf8)), network),
    wire("packed in a way that nobody knows", packed("x-unknown", Array(body.utf8)), network),
    wire(
      "packed a hundred times, as it says",
      packed([String](repeating: "gzip", count: 100).joined(separator: ", "), gzipped),
      network
    ),
    wire(
      "with NaN in it",
      .wire(#"{"access_token":"at-1","token_type":"Bearer","expires_in":NaN}"#)
    ),
    wire(
      "that is no UTF-8",
      bytes("Content-Length: 19", Array(#"{"access_token":"a"#.utf8) + [0xFF, 0x22, 0x7D])
    ),
    wire(
      "with half a pair",
      .wire(#"{"access_token":"a\ud800","token_type":"Bearer"}"#),
      twin: .wire(#"{"access_token":"a\u0062","token_type":"Bearer"}"#)
    ),
    wire("with something behind it", .wire(body + body), twin: .wire(body + " \n")),
    wire("with a comment", .wire("/* */" + body)),
    wire("in single quotes", .wire(body.replacing("\"", with: "'"))),
    wire(
      "with an escaped line break in the token",
      .wire(#"{"access_token":"a\r\nb","token_type":"Bearer"}"#)
    ),
  ]

  /// 2 MiB of zeros.
  private static let gzipped: [UInt8] =
    [31, 139, 8, 0, 0, 0, 0, 0, 2, 3] + squeezed + [190, 6, 126, 135, 137, 141, 0, 0, 32, 0]
  private static let deflated: [UInt8] = [120, 218] + squeezed + [190, 6, 1, 224, 0, 1]
  private static let squeezed: [UInt8] =
    [237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 12, 31, 160]
    + [UInt8](repeating: 0, count: 2032)
}
