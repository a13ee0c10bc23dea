import CCurl
import Locks
import Secrets

/// One request on its way: libcurl's handle, what it sends from and what it writes into.
///
/// `@unchecked Sendable`: made by the calling task and then owned by the driver thread alone; only `isCancelled` and
/// `waiting`, which have their own locks, are touched from elsewhere.
@safe final class Transfer: @unchecked Sendable {
  typealias Outcome = Result<Response, TransportFailure>

  let easy: UnsafeMutableRawPointer
  private let curl: CurlLibrary
  private let request: Request
  private let roots: TrustedRoots?
  private var lines: UnsafeMutablePointer<curl_slist>?
  /// Where libcurl writes what went wrong, in more words than the code has.
  private let details = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var inflow: Inflow
  private var sent = 0
  private let cancelled = Mutex(false)
  private let waiting = Mutex<Resumption<Outcome>?>(nil)

  init(
    _ request: Request,
    configuration: ClientConfiguration,
    roots: TrustedRoots?,
    curl: CurlLibrary
  ) throws(TransportFailure) {
    guard let easy = unsafe curl.functions.pointee.easy_init() else {
      throw .other(code: Int(CURLE_FAILED_INIT.rawValue), text: "out of memory")
    }
    unsafe self.easy = easy
    unsafe lines = nil
    unsafe details.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    self.curl = curl
    self.request = request
    self.roots = roots
    self.inflow = Inflow(limits: request.limits)
    try prepare(configuration)
  }

  deinit {
    unsafe curl.functions.pointee.easy_cleanup(easy)
    unsafe appauth_curl_slist_wipe_free(curl.functions, lines)
    unsafe details.deallocate()
  }

  var isCancelled: Bool { cancelled.withLock { $0 } }

  /// Makes the transfer end as cancelled even if the driver has not seen it yet.
  func markCancelled() { cancelled.withLock { $0 = true } }

  /// Remembers who waits; called before the driver sees the transfer.
  func wait(_ continuation: Resumption<Outcome>) {
    waiting.withLock { $0 = continuation }
  }

  /// Tells the waiter, once.
  func finish(_ outcome: Outcome) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    inflow.wipeBody()
    continuation?.resume(returning: outcome)
  }

  /// Called on the driver thread when libcurl is done with it.
  func complete(_ code: CURLcode) {
    if code == CURLE_OK {
      let status = long(CURLINFO_RESPONSE_CODE)
      finish(
        .success(
          Response(
            status: status,
            headers: inflow.headers,
            body: inflow.takeBody(),
            certificateExpiry: certificateExpiry
          )
        )
      )
    } else {
      finish(.failure(failure(code)))
    }
  }

  fileprivate func header(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe inflow.header(bytes)
  }

  fileprivate func body(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { unsafe inflow.body(bytes) }

  /// Copies what is left of the body into libcurl's buffer.
  fileprivate func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    guard let body = request.body else { return 0 }
    let count = min(buffer.count, body.count - sent)
    body.withBytes { bytes in
      for index in 0..<count { unsafe buffer[index] = bytes[sent + index] }
    }
    sent += count
    return count
  }

  /// libcurl begins the body anew, which it may only where the server may be given it twice.
  fileprivate func rewind(to offset: Int) -> Bool {
    guard request.isRepeatable || sent == 0, offset == 0 else { return false }
    sent = 0
    return true
  }
}

extension Transfer {
  private func prepare(_ configuration: ClientConfiguration) throws(TransportFailure) {
    let url = request.url
    // Without its fragment, which never goes out; the scheme that was checked is the only one libcurl may speak.
    let fragment = url.fragment.map { $0.utf8.count + 1 } ?? 0
    try set(CURLOPT_URL, String(url.text.dropLast(fragment)))
    try set(CURLOPT_PROTOCOLS_STR, url.scheme)
    try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    try set(CURLOPT_PATH_AS_IS, 1)
    try set(CURLOPT_FOLLOWLOCATION, 0)
    try set(CURLOPT_NOSIGNAL, 1)
    // Or the driver would wait for the resolver's thread when a transfer is cancelled; old versions lack it.
    _ = unsafe appauth_curl_set_long(curl.functions, easy, CURLOPT_QUICK_EXIT, 1)
    try check(
      unsafe appauth_curl_set_pointer(curl.functions, easy, CURLOPT_ERRORBUFFER, details)
    )
    try set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_PROXY, isLocal ? "" : configuration.proxy ?? "")
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    try set(CURLOPT_USERAGENT, configuration.userAgent)
    try set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    try set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request.limits.connectSeconds))
    try set(CURLOPT_TIMEOUT_MS, milliseconds(request.limits.totalSeconds))
    try check(
      unsafe appauth_curl_set_size(
        curl.functions,
        easy,
        CURLOPT_MAXFILESIZE_LARGE,
        curl_off_t(request.limits.bodyBytes)
      )
    )
    if !request.isRepeatable || request.wantsCertificate { try set(CURLOPT_FRESH_CONNECT, 1) }
    if request.wantsCertificate { try set(CURLOPT_CERTINFO, 1) }
    if let roots {
      try check(
        unsafe appauth_curl_set_borrowed_blob(
          curl.functions,
          easy,
          CURLOPT_CAINFO_BLOB,
          roots.bytes.baseAddress,
          roots.bytes.count
        )
      )
    }
    try prepareMethod()
    try prepareHeaders()
    try prepareCallbacks()
  }

  private var isLocal: Bool {
    let host = request.url.host
    return request.url.isLoopbackAddress || host == "localhost" || host.hasSuffix(".localhost")
  }

  private func prepareMethod() throws(TransportFailure) {
    guard !request.method.isEmpty, request.method.utf8.allSatisfy(ByteSets.isToken) else {
      throw .invalidURL("the method is not a token")
    }
    switch (request.method, request.body) {
    case ("GET", nil): try set(CURLOPT_HTTPGET, 1)
    case ("HEAD", nil): try set(CURLOPT_NOBODY, 1)
    case (let method, let body):
      try set(CURLOPT_POST, 1)
      try set(CURLOPT_CUSTOMREQUEST, method)
      try check(
        unsafe appauth_curl_set_size(
          curl.functions,
          easy,
          CURLOPT_POSTFIELDSIZE_LARGE,
          curl_off_t(body?.count ?? 0)
        )
      )
    }
  }

  private func prepareHeaders() throws(TransportFailure) {
    // Expect: 100-continue costs a round trip, and some servers never answer it.
    try add("Expect:")
    if request.body != nil,
      !request.headers.contains(where: { $0.name.lowercased() == "content-type" })
    {
      try add("Content-Type:")
    }
    for header in request.headers {
      guard !header.name.isEmpty, header.name.utf8.allSatisfy(ByteSets.isToken) else {
        throw .invalidURL("a header name is not a token")
      }
      var line: [UInt8] = []
      line.reserveCapacity(header.name.utf8.count + header.value.count + 3)
      line.append(contentsOf: header.name.utf8)
      // A header without a value is written with a semicolon, else libcurl would take it for "leave it out".
      line.append(contentsOf: header.value.count == 0 ? ";".utf8 : ": ".utf8)
      var isClean = true
      header.value.forEachByte { byte in
        // A line break would begin a header of its own.
        isClean = isClean && (byte >= 0x20 && byte != 0x7F || byte == 0x09)
        line.append(byte)
      }
      defer { wipe(&line) }
      guard isClean else {
        throw .invalidURL("the value of \(header.name) holds a control character")
      }
      line.append(0)
      try add(line)
    }
    try check(
      unsafe appauth_curl_set_list(curl.functions, easy, CURLOPT_HTTPHEADER, lines)
    )
  }

  private func add(_ line: String) throws(TransportFailure) { try add(Array(line.utf8) + [0]) }

  private func add(_ line: [UInt8]) throws(TransportFailure) {
    let longer = unsafe line.withUnsafeBytes { bytes in
      unsafe curl.functions.pointee.slist_append(
        lines,
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      )
    }
    guard let longer = unsafe longer else {
      throw .other(code: Int(CURLE_OUT_OF_MEMORY.rawValue), text: "out of memory")
    }
    unsafe lines = longer
  }

  private func prepareCallbacks() throws(TransportFailure) {
    // The driver keeps the transfer alive for as long as the handle is in use, so a borrowed pointer will do.
    let box = unsafe Unmanaged.passUnretained(self).toOpaque()
    for option in [
      CURLOPT_PRIVATE, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA,
    ] {
      try check(unsafe appauth_curl_set_pointer(curl.functions, easy, option, box))
    }
    try check(
      unsafe appauth_curl_set_write(curl.functions, easy, CURLOPT_HEADERFUNCTION) {
        unsafe received($0, $1 * $2, $3) { unsafe $0.header($1) }
      }
    )
    try check(
      unsafe appauth_curl_set_write(curl.functions, easy, CURLOPT_WRITEFUNCTION) {
        unsafe received($0, $1 * $2, $3) { unsafe $0.body($1) }
      }
    )
    try check(
      unsafe appauth_curl_set_write(curl.functions, easy, CURLOPT_READFUNCTION) {
        guard let buffer = unsafe $0, let box = unsafe $3 else { return Int(CURL_READFUNC_ABORT) }
        return unsafe Transfer.from(box).read(
          into: UnsafeMutableRawBufferPointer(start: buffer, count: $1 * $2)
            .assumingMemoryBound(to: UInt8.self)
        )
      }
    )
    try check(
      unsafe appauth_curl_set_seek(curl.functions, easy, CURLOPT_SEEKFUNCTION) {
        guard let box = unsafe $0, $2 == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
        return unsafe Transfer.from(box).rewind(to: Int($1)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
      }
    )
  }

  fileprivate static func from(_ box: UnsafeMutableRawPointer) -> Transfer {
    unsafe Unmanaged<Transfer>.fromOpaque(box).takeUnretainedValue()
  }
}

extension Transfer {
  private func set(_ option: CURLoption, _ value: Int) throws(TransportFailure) {
    try check(unsafe appauth_curl_set_long(curl.functions, easy, option, value))
  }

  private func set(_ option: CURLoption, _ value: String) throws(TransportFailure) {
    try check(
      unsafe value.withCString { text in
        unsafe appauth_curl_set_text(curl.functions, easy, option, text)
      }
    )
  }

  private func check(_ code: CURLcode) throws(TransportFailure) {
    guard code == CURLE_OK else {
      throw .other(code: Int(code.rawValue), text: curl.text(of: code))
    }
  }

  private func milliseconds(_ seconds: Double) -> Int {
    // Zero would mean "no limit" to libcurl; and what is no number is no time at all.
    seconds > 0.001 ? Int(min(seconds, 86_400) * 1000) : 1
  }

  private func long(_ info: CURLINFO) -> Int {
    var value = 0
    _ = unsafe appauth_curl_get_long(curl.functions, easy, info, &value)
    return value
  }

  /// The day from which the server's certificate is no longer good, if it was asked for and told.
  private var certificateExpiry: Double? {
    guard request.wantsCertificate else { return nil }
    let name = "Expire date:"
    var line = unsafe appauth_curl_certificate(curl.functions, easy)
    while let entry = unsafe line {
      if let data = unsafe entry.pointee.data {
        let text = unsafe String(cString: data)
        if text.hasPrefix(name) { return HTTPDate.certificate(text.dropFirst(name.count)) }
      }
      unsafe line = entry.pointee.next
    }
    return nil
  }

  /// What libcurl wrote down; a name out of a certificate may stand in it, so only plain characters are kept.
  private var detail: String? {
    let bytes = unsafe String(cString: details).utf8.map { byte in
      (0x20..<0x7F).contains(byte) ? byte : UInt8(ascii: "?")
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private func failure(_ code: CURLcode) -> TransportFailure {
    if let exceeded = inflow.exceeded { return exceeded }
    let host = request.url.host
    let text = detail ?? curl.text(of: code)
    let wasSent = long(CURLINFO_REQUEST_SIZE) > 0
    switch code {
    // What came is no HTTP, or none that libcurl speaks: the request was there before.
    case CURLE_URL_MALFORMAT where wasSent, CURLE_UNSUPPORTED_PROTOCOL where wasSent:
      return .other(code: Int(code.rawValue), text: text)
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      return .invalidURL(text)
    case CURLE_COULDNT_RESOLVE_HOST:
      return .unresolved(host: host)
    case CURLE_COULDNT_RESOLVE_PROXY:
      return .unresolved(host: "of the proxy")
    case CURLE_COULDNT_CONNECT:
      return .unreachable(host: host, detail: text)
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND:
      return wasSent
        ? .dropped(host: host, detail: text) : .unreachable(host: host, detail: text)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_INVALIDCERTSTATUS:
      return .tls("\(host): \(text)")
    case CURLE_OPERATION_TIMEDOUT:
      return .timedOut(host: host, sent: wasSent)
    case CURLE_FILESIZE_EXCEEDED:
      return .tooLarge(limit: request.limits.bodyBytes)
    // A line is handed to us when its end is there. One that passes libcurl's own bound before (100 KiB) never is, and
    // is called "out of memory" by old versions, "too large" by new ones, whose name for it the old ones lack.
    case CURLE_OUT_OF_MEMORY where wasSent && !inflow.hasBody, CURLcode(rawValue: 100):
      return .headerTooLarge(limit: request.limits.headerBytes)
    default:
      return .other(code: Int(code.rawValue), text: text)
    }
  }
}

/// What libcurl gets back to go on (the count) or to stop (anything else).
private func received(
  _ start: UnsafeMutablePointer<CChar>?,
  _ count: Int,
  _ box: UnsafeMutableRawPointer?,
  _ take: (Transfer, UnsafeBufferPointer<UInt8>) -> Bool
) -> Int {
  guard count > 0 else { return 0 }
  guard let start = unsafe start, let box = unsafe box else { return 0 }
  let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
    .assumingMemoryBound(to: UInt8.self)
  return unsafe take(Transfer.from(box), bytes) ? count : 0
}
