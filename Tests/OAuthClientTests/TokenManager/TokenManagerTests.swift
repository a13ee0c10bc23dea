import DemoProvider
import HTTP
import JSON
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The token manager` {
  private static let unsupported = OAuthError.configuration(
    ConfigurationProblem(.unsupported, "")
  )

  @Test(arguments: [DemoConfiguration(offersDPoP: true), .init(requiresDPoPNonce: true)])
  func `gives tokens for a code, and holds the key of what is bound`(
    configuration: DemoConfiguration
  ) async throws {
    let rig = try ManagerRig(configuration)
    let tokens = try #require(try await rig.fetch().tokens)
    #expect(tokens.isBound && tokens.tokenType == "DPoP")
    #expect(tokens.expiresInSeconds == 300)
    #expect(tokens.scopes == ["openid", "offline_access"])
    #expect(tokens.idToken != nil)
    // After a restart.
    let dpop = try #require(
      try await rig.manager().dpop(forAccessToken: tokens.accessToken)
    )
    #expect(rig.provider.grants.first?.keyThumbprint == dpop.thumbprint)
    var answer = try await rig.userInfo(dpop, tokens.accessToken)
    if configuration.requiresDPoPNonce {
      #expect(answer.status == 401)
      let lines = answer.headers.names.map { HeaderField($0, answer.headers[$0] ?? "") }
      let nonce = try #require(DPoP.nonce(in: lines))
      answer = try await rig.userInfo(dpop, tokens.accessToken, nonce: nonce)
    }
    #expect(answer.status == 200)
  }

  @Test func `refreshes with the key of the grant, and has none for what is superseded`()
    async throws
  {
    let rig = try ManagerRig(DemoConfiguration(requiresDPoPNonce: true))
    let manager = try rig.manager()
    let first = try #require(try await rig.fetch(manager).tokens)
    let key = try #require(try await manager.dpop(forAccessToken: first.accessToken)).thumbprint
    let refreshToken = try #require(first.refreshToken)
    let second = try #require(try await manager.refreshAccessToken(refreshToken).tokens)
    #expect(second.isBound)
    #expect(try await manager.dpop(forAccessToken: second.accessToken)?.thumbprint == key)
    for other in [
      first.accessToken, try #require(second.refreshToken), try #require(first.refreshToken),
      secret("at-of-nobody"), secret(""),
    ] {
      #expect(try await manager.dpop(forAccessToken: other) == nil)
    }
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test func `keeps the refresh token's key where the provider gives no new one`() async throws {
    let rig = try ManagerRig(DemoConfiguration(rotatesRefreshTokens: false, offersDPoP: true))
    let refreshToken = try #require(try await rig.fetch().tokens?.refreshToken)
    for _ in 0..<3 {
      let tokens = try await rig.manager().refreshAccessToken(refreshToken).tokens
      #expect(tokens?.isBound == true)
      #expect(tokens?.refreshToken == nil)
    }
  }

  @Test func `holds the keys of several grants apart`() async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let tokens = try await withThrowingTaskGroup(of: SuccessfulTokenResponse.self) { group in
      for _ in 0..<6 { group.addTask { try #require(try await rig.fetch(manager).tokens) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let again = try rig.manager()
    var thumbprints: Set<String> = []
    for one in tokens {
      let dpop = try #require(try await again.dpop(forAccessToken: one.accessToken))
      thumbprints.insert(dpop.thumbprint)
      #expect(try await rig.userInfo(dpop, one.accessToken).status == 200)
    }
    #expect(thumbprints.count == 6)
  }

  @Test(arguments: [DPoPUse.auto, .off])
  func `has no key where nothing is bound`(use: DPoPUse) async throws {
    let rig = try ManagerRig(DemoConfiguration(offersDPoP: use == .off))
    let manager = try rig.manager(dpop: use)
    let tokens = try #require(try await rig.fetch(manager).tokens)
    #expect(!tokens.isBound)
    #expect(try await manager.dpop(forAccessToken: tokens.accessToken) == nil)
    let refreshed = try await manager.refreshAccessToken(#require(tokens.refreshToken)).tokens
    #expect(refreshed?.isBound == false)
    #expect(try await rig.store.read() == nil)
  }

  @Test(arguments: [DPoPUse.auto, .require])
  func `takes a Bearer answer in auto alone`(use: DPoPUse) async throws {
    let rig = try ManagerRig(DemoConfiguration(offersDPoP: true, bindsTokens: false))
    let manager = try rig.manager(dpop: use)
    guard use == .require else {
      #expect(try await rig.fetch(manager).tokens?.isBound == false)
      return
    }
    await #expect(throws: Self.unsupported) { try await rig.fetch(manager) }
    #expect(rig.provider.grants.map(\.isLive) == [false])
  }

  @Test func `never goes back to Bearer, and revokes what nobody gets`() async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let tokens = try #require(try await rig.fetch(manager).tokens)
    rig.provider.inject(DemoFault(.token, .set("token_type", "Bearer"), times: 1))
    await #expect(throws: Self.unsupported) {
      try await manager.refreshAccessToken(#require(tokens.refreshToken))
    }
    #expect(rig.provider.grants.map(\.isLive) == [false])
  }

  @Test func `sends further parameters, but none of its own`() async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let tokens = try #require(
      try await rig.fetch(manager, parameters: ["audience": "a"]).tokens
    )
    let refreshToken = try #require(tokens.refreshToken)
    for name in ["grant_type", "client_id", "client_secret", "refresh_token", "code", ""] {
      await #expect(throws: OAuthError.configuration(ConfigurationProblem(.request, ""))) {
        try await manager.refreshAccessToken(refreshToken, parameters: [name: "x"])
      }
    }
    #expect(rig.requests("refresh_token") == 0)
    let refreshed = try await manager.refreshAccessToken(
      refreshToken,
      parameters: ["scope": "openid"]
    )
    #expect(refreshed.tokens != nil)
  }

  @Test func `refreshes once for several callers, one of whom gives up`() async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let refreshToken = try #require(try await rig.fetch(manager).tokens?.refreshToken)
    let tokens = try await withThrowingTaskGroup(of: Fingerprint?.self) { group in
      for _ in 0..<10 {
        group.addTask {
          try await manager.refreshAccessToken(refreshToken).tokens?.accessToken.fingerprint
        }
      }
      let impatient = Task { try await manager.refreshAccessToken(refreshToken) }
      impatient.cancel()
      _ = await impatient.result
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens.count == 1 && !tokens.contains(nil))
    #expect(rig.requests("refresh_token") == 1)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `An error at the token manager` {
  @Test func `of OAuth is a value`() async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let refreshToken = try #require(try await rig.fetch(manager).tokens?.refreshToken)
    _ = try await manager.refreshAccessToken(refreshToken)
    // The same one again: reuse.
    let answer = try await manager.refreshAccessToken(refreshToken)
    #expect(answer.failure?.error == "invalid_grant")
    let code = try await manager.fetchAccessToken(
      code: secret("no-code"),
      codeVerifier: secret(ManagerRig.verifier)
    )
    let refused = ErrorTokenResponse(error: "invalid_grant", errorDescription: "unknown code")
    #expect(code.failure == refused)
  }

  @Test(arguments: [
    ("no such code", "no such code"), ("a\u{1B}[2Jb\u{202E}c", "a\u{FFFD}[2Jb\u{FFFD}c"),
    ("line\r\nbreak", "line\u{FFFD}\u{FFFD}break"), ("", nil),
    (String(repeating: "x ", count: 3000), String(repeating: "x ", count: 100) + "…"),
  ])
  func `has the provider's words made harmless`(words: String, shown: String?) async throws {
    let rig = try ManagerRig(DemoConfiguration())
    let members: JSONNode = ["error": "invalid_request", "error_description": .string(words)]
    rig.provider.inject(DemoFault(.token, .answer(.json(400, members))))
    let error = try #require(try await rig.fetch().failure)
    #expect(error.errorDescription == shown)
  }

  @Test func `repeats nothing that was sent, and no token`() async throws {
    let rig = try ManagerRig(DemoConfiguration())
    rig.provider.inject(DemoFault(.token, .echo(400, "invalid_grant"), times: 1))
    #expect(try await rig.fetch().failure == ErrorTokenResponse(error: "invalid_grant"))
    let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJlLWJ5dGVz"
    let members: JSONNode = [
      "error": .string(token), "error_description": .string("cannot read \(token)"),
    ]
    rig.provider.inject(DemoFault(.token, .answer(.json(400, members)), times: 1))
    let error = try #require(try await rig.fetch().failure)
    #expect(error.error == "unrecognised_error")
    #expect(error.errorDescription?.hasPrefix("cannot read ") == true)
    #expect(!error.description.contains("eyJ"))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let action: DemoFault.Action
    let code: RecoverableFailure.Code
    var testDescription: String { name }
  }

  @Test(arguments: [
    Case(name: "dropped", action: .drop, code: .network),
    Case(name: "a page", action: .answer(.html()), code: .server),
    Case(name: "500", action: .answer(DemoAnswer(status: 500)), code: .server),
    Case(name: "empty", action: .answer(.json(200, [:])), code: .server),
    Case(name: "redirect", action: .answer(.redirect(to: "http://127.0.0.1:1/")), code: .server),
    Case(name: "wait", action: .answer(.busy(retryAfter: "3600")), code: .rateLimited),
  ])
  func `of transport is thrown, and nothing is sent twice`(tried: Case) async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let tokens = try #require(try await rig.fetch(manager).tokens)
    let refreshToken = try #require(tokens.refreshToken)
    rig.provider.inject(DemoFault(.token, tried.action))
    let expected = OAuthError.recoverable(RecoverableFailure(tried.code, ""))
    await #expect(throws: expected) { try await manager.refreshAccessToken(refreshToken) }
    #expect(rig.requests("refresh_token") == 1)
    // The key is as good as before.
    #expect(try await manager.dpop(forAccessToken: tokens.accessToken) != nil)
    rig.provider.clearFaults()
    rig.rig.clock.advance(3601)
    #expect(try await manager.refreshAccessToken(refreshToken).tokens?.isBound == true)
  }

  @Test func `of a provider that goes on asking for a nonce is thrown after one repetition`()
    async throws
  {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let refreshToken = try #require(try await rig.fetch(manager).tokens?.refreshToken)
    let answer = DemoAnswer.json(
      400,
      ["error": "use_dpop_nonce"],
      headers: ["DPoP-Nonce": "n"]
    )
    rig.provider.inject(DemoFault(.token, .answer(answer)))
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.proofNonce, ""))) {
      try await manager.refreshAccessToken(refreshToken)
    }
    #expect(rig.requests("refresh_token") == 2)
    rig.provider.clearFaults()
    #expect(try await manager.refreshAccessToken(refreshToken).tokens?.isBound == true)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `Revoking by the token manager` {
  @Test func `a refresh token deletes its key`() async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let (kept, ended) = (
      try #require(try await rig.fetch(manager).tokens),
      try #require(try await rig.fetch(manager).tokens)
    )
    try await manager.revokeRefreshToken(#require(ended.refreshToken))
    #expect(rig.provider.grants.map(\.isLive) == [true, false])
    #expect(try await rig.manager().dpop(forAccessToken: ended.accessToken) == nil)
    let dpop = try await rig.manager().dpop(forAccessToken: kept.accessToken)
    let record = text(of: try #require(try await rig.store.read()))
    #expect(record.ranges(of: #""key":"#).count == 1)
    #expect(dpop != nil)
  }

  @Test func `an access token leaves the key to the refresh token`() async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let tokens = try #require(try await rig.fetch(manager).tokens)
    let refreshToken = try #require(tokens.refreshToken)
    try await manager.revokeAccessToken(tokens.accessToken)
    #expect(try await manager.dpop(forAccessToken: tokens.accessToken) == nil)
    let refreshed = try #require(try await manager.refreshAccessToken(refreshToken).tokens)
    #expect(try await manager.dpop(forAccessToken: refreshed.accessToken) != nil)
  }

  @Test(arguments: [
    (DemoFault.Action.answer(.error(400, "invalid_request")), "configuration"),
    (.answer(.error(401, "invalid_client")), "configuration"),
    (.answer(DemoAnswer(status: 503)), "recoverable"), (.answer(.html()), "recoverable"),
    (.drop, "recoverable"),
  ])
  func `that failed is thrown and keeps the key`(
    action: DemoFault.Action,
    kind: String
  ) async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let tokens = try #require(try await rig.fetch(manager).tokens)
    let refreshToken = try #require(tokens.refreshToken)
    rig.provider.inject(DemoFault(.revoke, action))
    let error = await #expect(throws: OAuthError.self) {
      try await manager.revokeRefreshToken(refreshToken)
    }
    switch error {
    case .configuration: #expect(kind == "configuration")
    case .recoverable: #expect(kind == "recoverable")
    default: Issue.record("\(String(describing: error))")
    }
    #expect(try await manager.dpop(forAccessToken: tokens.accessToken) != nil)
    rig.provider.clearFaults()
    try await manager.revokeRefreshToken(refreshToken)
    #expect(try await manager.dpop(forAccessToken: tokens.accessToken) == nil)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `The keys of the token manager` {
  @Test func `that cannot be read are not taken for none`() async throws {
    let rig = try ManagerRig()
    let tokens = try #require(try await rig.fetch().tokens)
    let refreshToken = try #require(tokens.refreshToken)
    let manager = try rig.manager()
    rig.store.lock(true)
    let locked = OAuthError.recoverable(RecoverableFailure(.store, ""))
    await #expect(throws: locked) { try await manager.dpop(forAccessToken: tokens.accessToken) }
    await #expect(throws: locked) { try await manager.refreshAccessToken(refreshToken) }
    #expect(rig.requests("refresh_token") == 0)
    rig.store.lock(false)
    #expect(try await manager.dpop(forAccessToken: tokens.accessToken) != nil)
    #expect(try await manager.refreshAccessToken(refreshToken).tokens?.isBound == true)
  }

  @Test func `that could not be stored before cost no code`() async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let code = try await rig.code()
    rig.store.takes(writes: 0)
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.store, ""))) {
      try await manager.fetchAccessToken(code: code, codeVerifier: secret(ManagerRig.verifier))
    }
    #expect(rig.requests("authorization_code") == 0)
    rig.store.takes(writes: .max)
    let tokens = try await manager.fetchAccessToken(
      code: code,
      codeVerifier: secret(ManagerRig.verifier)
    )
    #expect(tokens.tokens?.isBound == true)
  }

  @Test func `that could not be stored afterwards are good in this process, and stored next time`()
    async throws
  {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    rig.store.takes(writes: 1)
    let tokens = try #require(try await rig.fetch(manager).tokens)
    #expect(rig.rig.events.all.contains { if case .saveFailed = $0 { true } else { false } })
    #expect(try await manager.dpop(forAccessToken: tokens.accessToken) != nil)
    #expect(try await rig.manager().dpop(forAccessToken: tokens.accessToken) == nil)
    rig.store.takes(writes: .max)
    _ = try await rig.fetch(manager)
    #expect(try await rig.manager().dpop(forAccessToken: tokens.accessToken) != nil)
  }

  @Test func `lie sealed in the folder of the sessions, beside the session`() async throws {
    let rig = try ManagerRig()
    let store = SealedSessionStore.tokenKeys(
      folder: rig.rig.temporary.path.appending("store").text,
      issuer: rig.provider.issuer,
      clientID: "migrated-app",
      key: KeyFile(path: rig.rig.temporary.path.appending("keys/store.key").text)
    )
    try await rig.rig.client().login()
    let tokens = try #require(try await rig.fetch(rig.manager(store: store)).tokens)
    #expect(try await rig.rig.client().summary?.isBound == true)
    #expect(
      try await rig.manager(store: store).dpop(forAccessToken: tokens.accessToken) != nil
    )
    let record = text(of: try #require(try await store.read()))
    for secret in [tokens.accessToken, try #require(tokens.refreshToken)] {
      #expect(!record.contains(text(of: secret)))
    }
  }

  @Test func `are not looked for in a session, which stays as it is`() async throws {
    let rig = try ManagerRig()
    let store = RecordingStore()
    try await rig.rig.client(store: store).login()
    let manager = try rig.manager(store: store)
    let misplaced = OAuthError.configuration(ConfigurationProblem(.store, ""))
    await #expect(throws: misplaced) { try await manager.dpop(forAccessToken: secret("a")) }
    await #expect(throws: misplaced) { try await rig.fetch(manager) }
    #expect(try await rig.rig.client(store: store).summary?.isBound == true)
  }

  @Test func `of a newer version are left alone, and members that nobody knows kept`()
    async throws
  {
    let rig = try ManagerRig()
    let tokens = try #require(try await rig.fetch().tokens)
    let record = text(of: try #require(try await rig.store.read()))
    try await rig.store.write(
      secret(record.replacing(#""version":1"#, with: #""version":2"#))
    )
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.store, ""))) {
      try await rig.manager().dpop(forAccessToken: tokens.accessToken)
    }
    try await rig.store.write(
      secret(record.replacing(#""version":1"#, with: #""version":1,"new":{"a":[1]}"#))
    )
    _ = try await rig.fetch()
    #expect(try await rig.manager().dpop(forAccessToken: tokens.accessToken) != nil)
    let kept = try #require(try await rig.store.read())
    #expect(text(of: kept).contains(#""new":{"a":[1]}"#))
  }
}

@Suite struct `A proof made by hand` {
  @Test(
    arguments: [
      ("GET", "https://api.example.com/a", nil, true),
      ("GET", "https://api.example.com/a", "nonce-1", true),
      ("get", "https://api.example.com/a", nil, false),
      ("", "https://api.example.com/a", nil, false),
      ("GET", "/a", nil, false), ("GET", "ftp://api.example.com/a", nil, false),
      ("GET", "https://api.example.com/a", "non ce", false),
      ("GET", "https://api.example.com/a", String(repeating: "n", count: 1025), false),
    ] as [(String, String, String?, Bool)]
  )
  func `is for a method, an address and a nonce that can be used`(
    method: String,
    url: String,
    nonce: String?,
    isMade: Bool
  ) async throws {
    let rig = try ManagerRig()
    let manager = try rig.manager()
    let token = try #require(try await rig.fetch(manager).tokens?.accessToken)
    let dpop = try #require(try await manager.dpop(forAccessToken: token))
    let proof = Result {
      try dpop.headerValue(httpMethod: method, url: url, nonce: nonce, accessToken: token)
    }
    guard isMade else {
      #expect(throws: OAuthError.configuration(ConfigurationProblem(.request, ""))) {
        try proof.get()
      }
      return
    }
    #expect(try proof.get().split(separator: ".").count == 3)
    let again = try dpop.headerValue(
      httpMethod: method,
      url: url,
      nonce: nonce,
      accessToken: token
    )
    #expect(try proof.get() != again)
  }

  @Test(
    arguments: [
      ([("DPoP-Nonce", "n-1")], "n-1"), ([("dpop-nonce", "n-1"), ("Date", "x")], "n-1"),
      ([("Date", "x")], nil), ([("DPoP-Nonce", "")], nil), ([("DPoP-Nonce", "a b")], nil),
      ([("DPoP-Nonce", "n-1"), ("dpop-nonce", "n-2")], nil),
    ] as [([(String, String)], String?)]
  )
  func `has the nonce of the header, if there is one that can be used`(
    headers: [(String, String)],
    nonce: String?
  ) {
    #expect(DPoP.nonce(in: headers.map { HeaderField($0.0, $0.1) }) == nonce)
  }
}
