import HTTP
import OAuthClient
import POSIX
import Terminal

/// What the commands of the session share: the client, its store and its browser.
struct SessionContext: Sendable {
  let configuration: OAuthConfiguration
  let places: Places
  let key: any SealingKeySource
  let store: SealedSessionStore
  let client: OAuthClient

  init(_ context: Context) async throws(Stop) {
    try await self.init(
      context,
      configuration: context.settings().configuration(),
      transport: OAuthTransport(client: context.httpClient())
    )
  }

  init(
    _ context: Context,
    configuration: OAuthConfiguration,
    transport: OAuthTransport
  ) async throws(Stop) {
    let access = try StoreAccess(context, configuration)
    (self.configuration, places) = (configuration, access.places)
    (key, store) = (access.key, access.store)
    let (printer, followUp) = (context.printer, context.followUp)
    do throws(OAuthError) {
      client = try await OAuthClient.create(
        configuration: configuration,
        store: store,
        userAgent: context.browser,
        transport: transport,
        onEvent: { event in Self.tell(event, on: printer, followUp) }
      )
    } catch {
      throw Stop(error)
    }
  }

  private static func tell(_ event: OAuthEvent, on printer: Printer, _ followUp: FollowUp) {
    switch event {
    case .warning(let text): printer.warning(text)
    case .browserOpened: printer.remark("waiting for the redirect of your browser")
    case .openerFailed(let reason, let address):
      printer.warning("your browser could not be opened: \(reason)")
      printer.prose(Self.request(toOpen: address))
    case .redirectReceived: printer.detail("the redirect arrived")
    case .signInFailed(let error): printer.warning("the sign-in failed: \(error.description)")
    case .signedIn(let algorithm): printer.remark("signed in, ID token \(algorithm) valid")
    case .setAside(let reason):
      printer.warning("a stored session was set aside: \(reason)", hints: [followUp.line(.login)])
    case .refreshRepeated(let text), .leftBehind(let text): printer.warning(text)
    case .saveFailed(let reason):
      // What that means for the session is told when the command ends.
      printer.warning("what changed in the session could not be saved: \(reason)")
    }
  }
}

extension SessionContext {
  /// Why sessions lie aside in the store; none where that cannot be told.
  var setAside: [String] {
    get async { (try? await store.setAsideReasons()) ?? [] }
  }

  /// The session as `status`, `login` and `refresh` show it.
  var rendering: Rendering {
    get async {
      .session(
        self,
        state: client.sessionState,
        summary: await client.summary,
        ended: await client.endReason,
        setAside: await setAside
      )
    }
  }

  /// What the user is asked to do where no browser is opened; on standard error, --quiet or not.
  static func request(toOpen address: String) -> String {
    "open this address in your browser (good for one use):\n\(address)\n"
  }
}

extension Context {
  /// The HTTP client that the network flags ask for.
  func httpClient() throws(Stop) -> Client {
    try checkCertificates()
    var configuration = ClientConfiguration(
      caFile: path(.cacert)?.text,
      offline: command.has(.offline),
      userAgent: "appauth-migrate/\(Version.current)"
    )
    if let proxy = command.string(.proxy) { configuration.proxy = proxy }
    if printer.options.isVerbose {
      let printer = printer
      configuration.onExchange = { exchange in
        let outcome =
          switch exchange.result {
          case .success(let status): "\(status)"
          case .failure(let failure): failure.description
          }
        printer.detail(
          "\(exchange.method) \(exchange.url) → \(outcome), \(Int(exchange.milliseconds)) ms"
        )
      }
      if let shown = configuration.proxyShown { printer.detail("proxy \(shown)") }
    }
    return Client(configuration: configuration)
  }

  /// Looks whether --cacert names certificates, before anything is asked with them.
  private func checkCertificates() throws(Stop) {
    guard let path = path(.cacert) else { return }
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try File.open(path).read(at: 0, count: 4 << 20)
    } catch {
      throw Stop(.usage, "--cacert: \(error.description)")
    }
    guard bytes.firstRange(of: Array("-----BEGIN CERTIFICATE-----".utf8)) != nil else {
      throw Stop(
        .usage,
        "--cacert: there is no certificate in \(path.shown)",
        hints: ["it wants PEM: -----BEGIN CERTIFICATE-----"]
      )
    }
  }

  /// Opens the browser, or prints the address for a person who opens it.
  var browser: any OAuthUserAgent {
    guard command.has(.noBrowser) else { return SystemBrowser() }
    let printer = printer
    return ToldAddress { address in
      // An address is a question to the user: it stands on standard error, --quiet or not.
      printer.prose(SessionContext.request(toOpen: address))
    }
  }

  /// How long to wait for the user.
  var patience: Duration { .seconds(command.integer(.timeout) ?? 300) }
}
