import DemoProvider
import HTTP
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

/// What the table of ``HostileCase`` has no place for: what comes after the end, or from another user.
@Suite(.timeLimit(.minutes(10))) struct `A redirect` {
  @Test func `that is replayed after the end is taken by nobody`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let login = Task { try await client.login() }
    let start = await book.address()
    let destination = try await HeadlessBrowser().open(start) { $0.contains("/callback?") }
    guard case .handedOver(let redirect) = destination else {
      Issue.record("the browser was not sent to the callback")
      return
    }
    let (port, bytes) = Knock().request(instead: redirect)
    let last = try #require(RawConnection(port: port))
    last.send(bytes)
    try await login.value
    #expect(await last.receive().text.hasPrefix("HTTP/1.1 200"))
    #expect(try await client.handleRedirect(redirect) == false)
    #expect(try await rig.client().handleRedirect(redirect) == false)
    #expect(rig.provider.counts[.token] == 1)
    #expect(client.sessionState == .authenticated)
    try await client.refresh()
  }

  @Test func `that comes second is told that the first one counts`() async throws {
    let receiver = try await RedirectReceiver(isIPv6: false, port: 0, callbackPath: "/callback")
    receiver.prepare(.redirect(secret("https://id.example/")), refusingOthers: false) {
      parameters in
      parameters.first.map { .code($0.value) } ?? .stray("none")
    }
    let knock = { (code: String) in
      Knock().request(instead: "http://127.0.0.1:\(receiver.port)/callback?code=\(code)")
    }
    let first = try #require(RawConnection(port: receiver.port))
    first.send(knock("first").bytes)
    guard case .answer(.code(let code))? = await receiver.arrival() else {
      Issue.record("no answer")
      return
    }
    let second = try #require(RawConnection(port: receiver.port))
    second.send(knock("second").bytes)
    #expect(await second.receive().text.hasPrefix("HTTP/1.1 410"))
    #expect(code.equals(secret("first")))
    await receiver.finish(.success("Done."))
    #expect(await first.receive().text.hasPrefix("HTTP/1.1 200"))
  }

  @Test func `comes through beside five hundred connections that say nothing`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let login = Task { try await client.login() }
    let start = await book.address()
    let port = Knock(door: .start).request(instead: start).port
    var silent: [RawConnection] = []
    for count in 0..<500 {
      guard let connection = RawConnection(port: port) else { continue }
      if count % 2 == 0 { connection.send("GET /callback?state=".utf8) }
      silent.append(connection)
    }
    _ = try await HeadlessBrowser().open(start)
    try await login.value
    #expect(silent.count == 500)
  }

  struct Address: Sendable, CustomTestStringConvertible {
    let name: String
    let edits: [Knock.Edit]
    /// Before the query; nil leaves it.
    var place: String?
    /// Nil if it is none of ours, or the reason why it is refused.
    var refusal: String?
    var testDescription: String { name }
  }

  static let addresses = [
    Address(name: "another host", edits: [], place: "http://127.0.0.2:1/callback"),
    Address(name: "another port", edits: [], place: "http://127.0.0.1:1/callback"),
    Address(name: "another scheme", edits: [], place: "https://127.0.0.1/callback"),
    Address(name: "no query", edits: [.only("")]),
    Address(name: "all in a fragment", edits: [.only("#code={code}&state={state}&iss={iss}")]),
    Address(name: "a made-up state", edits: [.set("state", "made-up")]),
    Address(name: "no state", edits: [.omit("state")]),
    Address(name: "the state twice", edits: [.again("state", nil)]),
    Address(name: "a broken encoding", edits: [.raw("x=%ZZ")]),
    Address(name: "a blank", edits: [.raw("x=a b")]),
    Address(name: "an endless query", edits: [.raw("x=" + String(repeating: "x", count: 20_000))]),
    Address(name: "another issuer", edits: [.set("iss", "https://o.example")], refusal: "mix-up"),
    Address(name: "two codes", edits: [.again("code", "x")], refusal: "a parameter twice"),
    Address(
      name: "a code with NUL",
      edits: [.set("code", "{code}%00")],
      refusal: "no authorization"
    ),
  ]

  @Test(arguments: addresses)
  func `that reaches the app in another way is judged alike`(address: Address) async throws {
    let rig = try Rig()
    let book = AddressBook()
    let killed = try await rig.client(agent: book)
    let login = Task { try await killed.login() }
    let start = await book.address()
    let destination = try await HeadlessBrowser().open(start) { $0.contains("/callback?") }
    guard case .handedOver(let redirect) = destination else {
      Issue.record("the browser was not sent to the callback")
      return
    }
    let client = try await rig.client()
    var knock = Knock(edits: address.edits)
    knock.path = address.place ?? String(redirect.prefix { $0 != "?" })
    let line = String(decoding: knock.request(instead: redirect).bytes, as: UTF8.self)
    let first = line.split(separator: "\r\n", maxSplits: 1)[0]
    let target = first.dropFirst("GET ".count).dropLast(" HTTP/1.1".count)
    if let refusal = address.refusal {
      do throws(OAuthError) {
        _ = try await client.handleRedirect(String(target))
        Issue.record("taken")
      } catch {
        #expect(error.code == "refused_response")
        #expect("\(error)".contains(refusal), "\(error)")
      }
      #expect(client.sessionState == .unauthenticated)
    } else {
      #expect(try await client.handleRedirect(String(target)) == false)
      // It goes on waiting, and the right one still counts.
      #expect(client.sessionState == .authorizing)
      #expect(try await client.handleRedirect(redirect))
    }
    #expect(rig.provider.counts[.token, default: 0] == (address.refusal == nil ? 1 : 0))
    login.cancel()
    _ = await login.result
  }

  /// Exits with the status less 300, which fits into a code.
  private static let neighbour = """
    import os, socket, sys
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
    server = socket.socket()
    server.settimeout(20)
    server.connect(("127.0.0.1", int(sys.argv[1])))
    server.sendall(bytes.fromhex(sys.argv[2]))
    sys.exit(int(server.recv(4096).split()[1]) - 300)
    """

  @Test(.enabled(if: Account.userID == 0))
  func `cannot be had by another user who saw the start address`() async throws {
    let rig = try Rig()
    let book = AddressBook(isWatched: true)
    let client = try await rig.client(agent: book)
    let login = Task { try await client.login() }
    let start = await book.address()
    let (port, bytes) = Knock(door: .start).request(instead: start)
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let process = try ChildProcess.spawn(
      "python3",
      arguments: ["-c", Self.neighbour, "\(port)", hex]
    )
    let exit = await process.wait()
    #expect(exit == .code(103))
    // It was not theirs to use up, and the right person still signs in.
    #expect(client.sessionState == .authorizing)
    _ = try await HeadlessBrowser().open(start)
    try await login.value
  }
}
