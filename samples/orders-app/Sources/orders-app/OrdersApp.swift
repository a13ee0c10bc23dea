import OAuthClient

/// A small app as one would write it: it signs in, calls its API, and keeps nothing of a session itself.
///
/// `orders-app ISSUER FOLDER` reads one command a line and keeps its data in FOLDER. The API is the provider's own
/// host here, so that the demonstration provider can be both.
@main
struct OrdersApp {
  private let client: OAuthClient
  private let api: String

  static func main() async {
    let words = CommandLine.arguments
    guard words.count == 3 else {
      print("usage: orders-app ISSUER FOLDER\n\(help)")
      return
    }
    do throws(OAuthError) {
      let app = try await OrdersApp(issuer: words[1], folder: words[2])
      await app.run()
    } catch {
      print("cannot start: \(error)")
    }
  }

  /// The client is made once, with the store that it keeps its session in.
  private init(issuer: String, folder: String) async throws(OAuthError) {
    let configuration = try OAuthConfiguration(
      issuer: issuer,
      clientId: "migrated-app",
      redirectUri: "http://127.0.0.1/callback",
      postLogoutRedirectUri: "http://127.0.0.1/signed-out",
      scopes: ["openid", "profile", "offline_access"],
      protectedOrigins: [issuer]
    )
    self.client = try await OAuthClient.create(
      configuration: configuration,
      store: SealedSessionStore(
        folder: "\(folder)/session",
        issuer: issuer,
        clientID: configuration.clientId,
        key: KeyFile(path: "\(folder)/key/store.key")
      )
    ) { event in
      // Everything worth telling comes here; the library itself never prints.
      if case .warning(let text) = event { print("warning: \(text)") }
    }
    self.api = issuer
  }

  private func run() async {
    // A subscriber hears the state at hand first, then each change: an app's screens follow it.
    let states = client.sessionStates()
    let screen = Task { for await state in states { print("state: \(state)") } }
    print(Self.help)
    while let line = readLine(), line != "quit" { await handle(line) }
    screen.cancel()
  }

  private func handle(_ command: String) async {
    do throws(OAuthError) {
      switch command {
      case "sign-in": try await client.login()
      case "who": print("who: \(await client.claims?.name ?? "nobody")")
      case "orders": try await orders("/api/orders")
      case "pay": try await orders("/api/step-up")
      case "sign-out":
        let outcome = try await client.logout()
        print("signed out: provider \(outcome.sessionEnded), token \(outcome.tokenRevoked)")
      default: print(Self.help)
      }
    } catch {
      await show(error)
    }
  }

  /// The token is put on the request, renewed when it is over, and sent to the API alone.
  private func orders(_ path: String) async throws(OAuthError) {
    let session = try client.authenticatedSession()
    let answer = try await session.data(for: ResourceRequest(url: api + path))
    print("\(path): \(answer.status), \(answer.body.count) bytes")
  }

  /// Four categories, and each says what the app does next.
  private func show(_ error: OAuthError) async {
    switch error {
    case .recoverable(let failure):
      print("try again: \(failure)")
    case .reauthenticate(let reason):
      print("sign in again: \(reason)")
    case .stepUp(let challenge):
      print("confirm that it is you: \(challenge)")
      do throws(OAuthError) {
        try await client.stepUp(challenge)
        print("confirmed: do it again")
      } catch {
        print("not confirmed: \(error)")
      }
    case .configuration(let problem):
      print("this app is set up wrongly: \(problem)")
    }
  }

  private static let help = "commands: sign-in, who, orders, pay, sign-out, quit"
}
