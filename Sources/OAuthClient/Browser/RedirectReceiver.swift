internal import Crypto
internal import JOSE
internal import Locks
internal import Loopback
internal import POSIX
package import Secrets

/// The loopback end of a sign-in or sign-out: hands the browser its way once, and takes the redirect.
///
/// The opener's argv is open to every user of the machine. It therefore carries only a random, single-use start
/// address; the request itself goes from here to the browser. Whoever else uses the start address first, or again,
/// ends the sign-in; at a sign-out it may be used again, by the same user.
package final class RedirectReceiver: Sendable {
  package typealias Parameters = [(name: String, value: SecretBytes)]

  /// What arrived.
  package enum Arrival: Sendable {
    /// The redirect, judged to be ours.
    case answer(AuthorizationResponse.Verdict)
    /// The browser has fetched the start page and is on its way.
    case departed
    /// The start page was asked for more often than it is given out.
    case startedTwice
    /// The user closed the browser.
    case dismissed
  }

  private struct Content {
    var judge: (@Sendable (Parameters) -> AuthorizationResponse.Verdict)?
    var departure: Departure?
    var refusesOthers = false
    var starts = 0
    var answered = false
    var isOver = false
  }

  private let content = Mutex(Content())
  private let startToken: SecretBytes
  private let startPath: String
  private let callback: RedirectPath?
  private let arrivals: AsyncStream<Arrival>
  private let arrivalsEnd: AsyncStream<Arrival>.Continuation
  private let outcome = PageOutcome()
  private let server = Mutex<LoopbackServer?>(nil)
  private let hostName: String

  /// Opens the port.
  ///
  /// - Parameters:
  ///   - isIPv6: `::1` instead of 127.0.0.1.
  ///   - port: 0 for any.
  ///   - callbackPath: The redirect URI's path; nil when the redirect does not come back to loopback.
  /// - Throws: `.recoverable(.redirect)` when the port cannot be opened.
  package init(isIPv6: Bool, port: UInt16, callbackPath: String?) async throws(OAuthError) {
    self.startToken = Base64URL.encode(Random.secret(16))
    // The path is handed to the opener: that it is one string is its purpose.
    self.startPath =
      "/start/"
      + startToken.withBytes { bytes in
        var text: [UInt8] = []
        for index in bytes.indices { text.append(bytes[index]) }
        return String(decoding: text, as: UTF8.self)
      }
    self.callback = callbackPath.map(RedirectPath.init)
    self.hostName = isIPv6 ? "[::1]" : "127.0.0.1"
    (arrivals, arrivalsEnd) = AsyncStream.makeStream(
      of: Arrival.self,
      bufferingPolicy: .bufferingOldest(8)
    )
    do throws(LoopbackFailure) {
      let started = try LoopbackServer(
        address: isIPv6 ? .ipv6 : .ipv4,
        port: port
      ) { [weak self] request in
        guard let self else { return Page.gone }
        return await self.answer(request)
      }
      server.withLock { $0 = started }
    } catch {
      throw .recoverable(
        RecoverableFailure(.redirect, "the redirect cannot be received: \(error)")
      )
    }
  }

  /// The port that was bound.
  package var port: UInt16 { server.withLock { $0?.port ?? 0 } }

  /// What the opener gets.
  package var startAddress: String { "http://\(hostName):\(port)\(startPath)" }

  /// Says where the start page leads and how a redirect is judged; before the address is handed out.
  ///
  /// - Parameters:
  ///   - departure: Where the browser is sent.
  ///   - refusesOthers: Whether programs of other users get nothing: they may have seen the address.
  ///   - judge: Decides on a redirect.
  package func prepare(
    _ departure: Departure,
    refusingOthers refusesOthers: Bool,
    judge: @escaping @Sendable (Parameters) -> AuthorizationResponse.Verdict
  ) {
    content.withLock { content in
      content.departure = departure
      content.refusesOthers = refusesOthers
      content.judge = judge
    }
  }

  /// Whether the start page still waits for the one who fetches it.
  package var isStartAwaited: Bool {
    content.withLock { $0.starts == 0 && !$0.answered && !$0.isOver }
  }

  /// Waits for the next thing to happen.
  ///
  /// - Returns: Nil when the task was cancelled or the receiver closed.
  package func arrival() async -> Arrival? {
    for await arrival in arrivals { return arrival }
    return nil
  }

  /// Takes a redirect that came to the app in another way.
  ///
  /// - Parameter parameters: Its query.
  /// - Returns: Whether it is the one that is waited for, and the first.
  package func take(_ parameters: Parameters) -> Bool {
    guard let judge = content.withLock({ $0.isOver ? nil : $0.judge }) else { return false }
    let verdict = judge(parameters)
    if case .stray = verdict { return false }
    let isFirst = content.withLock { content in
      defer { content.answered = true }
      return !content.answered
    }
    if isFirst { arrivalsEnd.yield(.answer(verdict)) }
    return isFirst
  }

  /// The user has closed the browser: nothing will come any more.
  package func dismiss() { arrivalsEnd.yield(.dismissed) }

  /// Shows the end in the browser, then closes the port.
  package func finish(_ ending: Page.Ending) async {
    outcome.settle(ending)
    await server.withLock { $0 }?.drain()
    close()
  }

  /// Closes the port at once.
  package func close() {
    content.withLock { $0.isOver = true }
    outcome.settle(.failure("The sign-in was ended."))
    arrivalsEnd.finish()
    let open = server.withLock { server in
      defer { server = nil }
      return server
    }
    open?.stop()
  }

  deinit { close() }
}

extension RedirectReceiver {
  private func answer(_ request: LoopbackRequest) async -> LoopbackResponse {
    // A page of another name that resolves to us (DNS rebinding) is no client of ours.
    guard request.header("host") == "\(hostName):\(port)" else { return Page.refusal(421) }
    if request.path == startPath {
      guard request.method == "GET" else { return Page.refusal(405) }
      // Whoever gets here first signs in as whom they like; it has to be the person who asked for it.
      guard
        !content.withLock({ $0.refusesOthers })
          || !LoopbackClient.isForeign(port: request.clientPort, ours: port)
      else { return Page.refusal(403) }
      return start()
    }
    guard let callback, callback.matches(request.path) else { return Page.refusal(404) }
    guard request.method == "GET" else { return Page.refusal(405) }
    return await redirected(request)
  }

  /// How often the page of a sign-out is given out: some programs look at an address before the browser opens it.
  private static let signOutStarts = 3

  private func start() -> LoopbackResponse {
    let (departure, starts) = content.withLock { content -> (Departure?, Int) in
      guard !content.isOver, !content.answered else { return (nil, content.starts) }
      content.starts += 1
      let isOpen = content.starts <= Self.starts(of: content)
      return (isOpen ? content.departure : nil, content.starts)
    }
    guard let departure else {
      if content.withLock({ $0.starts > 1 && !$0.answered }) { arrivalsEnd.yield(.startedTwice) }
      return Page.gone
    }
    if starts == 1 { arrivalsEnd.yield(.departed) }
    return departure.response
  }

  /// A sign-in's page is good for one use, whoever comes.
  ///
  /// A sign-out's has nothing for a second one to take over; it may be fetched again where only this user's programs get
  /// it, or nobody else was shown the address.
  private static func starts(of content: Content) -> Int {
    guard case .form? = content.departure else { return 1 }
    return !content.refusesOthers || LoopbackClient.tellsUsersApart ? signOutStarts : 1
  }

  private func redirected(_ request: LoopbackRequest) async -> LoopbackResponse {
    let judge = content.withLock { $0.isOver ? nil : $0.judge }
    guard let judge else { return Page.gone }
    // What cannot be decoded could be a second state or code; a browser sends nothing of the kind.
    guard request.pairCount == request.query.count else { return Page.refusal(400) }
    let verdict = judge(request.query.map { (name: $0.name, value: $0.value) })
    if case .stray = verdict { return Page.refusal(400) }
    let isFirst = content.withLock { content in
      defer { content.answered = true }
      return !content.answered
    }
    guard isFirst else { return Page.gone }
    arrivalsEnd.yield(.answer(verdict))
    let ending = await outcome.ending()
    return Page.ending(ending)
  }
}

/// The path of the redirect URI, compared whole and as it came.
private struct RedirectPath: Sendable {
  let path: String

  init(_ path: String) { self.path = path }

  func matches(_ other: String) -> Bool { other == path }
}
