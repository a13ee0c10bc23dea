import DemoProvider
import POSIX
import Secrets

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

let usage = """
  demo-provider [--port N] [--state-file FILE] [--issuer-path /PATH] [--access-token-seconds N]
                [--marker TEXT] [--algorithm RS256|ES256] [--no-rotation]
    an OpenID Provider on 127.0.0.1 for tests and demonstrations; the issuer is the first line on stdout
  demo-provider browse URL [--user NAME] [--password-file FILE] [--deny]
    signs in at it as a person with a browser would
  demo-provider old-app sign-in|redeem --issuer URL --preferences FILE [--client-id ID]
    plays an app with AppAuth-Android: keeps a session in FILE, or presents the refresh token in it once more

  """

func run(_ arguments: [String]) async {
  if arguments.first == "browse" {
    await browse(Array(arguments.dropFirst()))
  } else if arguments.first == "old-app" {
    await playOldApp(Array(arguments.dropFirst()))
  } else {
    await serve(arguments)
  }
}

private func serve(_ arguments: [String]) async {
  let names: Set = [
    "port", "state-file", "issuer-path", "access-token-seconds", "marker", "algorithm",
    "no-rotation",
  ]
  guard let given = Arguments(arguments, switches: ["no-rotation"]), given.areOnly(names),
    given.words.isEmpty, let port = UInt16(given["port"] ?? "0")
  else { fail(usage, code: 2) }
  var configuration = DemoConfiguration()
  configuration.issuerPath = given["issuer-path"] ?? ""
  configuration.marker = given["marker"] ?? configuration.marker
  configuration.rotatesRefreshTokens = given["no-rotation"] == nil
  configuration.signsWithECDSA = given["algorithm"] == "ES256"
  if let seconds = given["access-token-seconds"].flatMap(Int.init) {
    configuration.accessTokenSeconds = seconds
  }
  do {
    let signals = try Signals.stream()
    let file = given["state-file"].map { Path($0) }
    let provider = try DemoProvider(configuration, port: port, stateFile: file)
    try StandardStreams.write("\(provider.issuer)\n", to: .output)
    for await _ in signals { break }
    provider.stop()
  } catch {
    fail("demo-provider: \(error)\n", code: 1)
  }
}

private func browse(_ arguments: [String]) async {
  guard let given = Arguments(arguments, switches: ["deny"]),
    given.areOnly(["user", "password-file", "deny"]), given.words.count == 1
  else { fail(usage, code: 2) }
  do {
    let name = given["user"] ?? "demo"
    let password = try given["password-file"].map(passwordText) ?? "demo-password"
    let person: HeadlessBrowser.Person =
      given["deny"] == nil
      ? .allows(name: name, password: password) : .denies(name: name, password: password)
    switch try await HeadlessBrowser(person).open(given.words[0]) {
    case .handedOver(let address):
      // What stands behind the question mark is the answer of the provider, with its code.
      let shown = address.prefix { $0 != "?" }
      try StandardStreams.write("demo-provider: handed over to \(shown)\n", to: .error)
    case .page(let status, let url, _):
      try StandardStreams.write("demo-provider: \(status) at \(url)\n", to: .error)
      if status >= 400 { exit(1) }
    }
  } catch {
    fail("demo-provider: \(error)\n", code: 1)
  }
}

private func playOldApp(_ arguments: [String]) async {
  guard let given = Arguments(arguments, switches: []), given.words.count == 1,
    given.areOnly(["issuer", "preferences", "client-id"]), let issuer = given["issuer"],
    let preferences = given["preferences"].map({ Path($0) })
  else { fail(usage, code: 2) }
  let client = given["client-id"] ?? "legacy-app"
  do {
    switch given.words[0] {
    case "sign-in":
      try await OldApp.signIn(issuer: issuer, client: client, preferences: preferences)
    case "redeem":
      let answer = try await OldApp.redeem(
        issuer: issuer,
        client: client,
        preferences: preferences
      )
      try StandardStreams.write("\(answer)\n", to: .output)
    default: fail(usage, code: 2)
    }
  } catch {
    fail("demo-provider: \(error)\n", code: 1)
  }
}

private func passwordText(_ file: String) throws -> String {
  let bytes = try File.open(Path(file)).readAll(limit: 4096)
  let text = bytes.withBytes { span in
    String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
  }
  return text.hasSuffix("\n") ? String(text.dropLast()) : text
}

private func fail(_ text: String, code: Int32) -> Never {
  try? StandardStreams.write(text, to: .error)
  exit(code)
}
