import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Dump {
  /// A plan for all that is in the dump but the states of `excluded`.
  func plan(options: PlanOptions = PlanOptions(), excluding excluded: [String] = [])
    -> MigrationPlan
  {
    let states = states()
    let isExcluded = { (state: LegacyAuthState) in
      excluded.contains { "\(state.source.locator)".contains($0) }
    }
    var provider = PlanProvider(
      issuer: "https://id.example.com",
      clientID: "example-app",
      endpoints: [
        "token_endpoint": "https://id.example.com/token",
        "revocation_endpoint": "https://id.example.com/revoke",
      ]
    )
    provider.reach = "the provider ends the client session it belongs to"
    var client = PlanClient(redirectURI: "http://127.0.0.1/callback", scopes: ["openid"])
    client.store = "system keyring"
    client.extraParameters = ["ui_locales": "de"]
    return MigrationPlan(
      toolVersion: "0.1.0",
      inputs: [path],
      provider: provider,
      options: options,
      client: client,
      revocations: states.filter { !isExcluded($0) }.compactMap { state in
        guard let token = state.refreshToken, let fingerprint = token.fingerprint else {
          return nil
        }
        return PlannedRevocation(
          fingerprint: fingerprint,
          length: token.secret.count,
          kind: token.kind.rawValue,
          issuer: "https://id.example.com",
          clientID: "example-app",
          states: [state.id],
          storedTokenEndpoint: state.tokenEndpoint
        )
      },
      deletions: states.filter { !isExcluded($0) }.map(PlannedState.init),
      leftAlone: states.filter(isExcluded).map {
        PlanLeftAlone(.state(PlannedState($0)), reason: "other_issuer", words: "of another issuer")
      } + [
        PlanLeftAlone(
          .token(Fingerprint(of: [UInt8(1)].span), states: ["st_1"]),
          reason: "historical",
          words: "an older token (--include-historical; it may trip reuse detection)"
        ),
        PlanLeftAlone(
          .place("shared_prefs/secure.xml"),
          reason: "encrypted",
          words: "encrypted, --whole-files would remove it"
        ),
      ]
    )
  }
}

@Suite struct `A plan` {
  private let dump: Dump

  init() throws {
    dump = try Dump()
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a", "b"]))
    try dump.folder.write("accounts.jsonl", text: Dump.state("c") + "\n" + Dump.state("d") + "\n")
  }

  private func write(_ bytes: [UInt8], _ permissions: UInt16 = 0o600) throws -> (
    TemporaryFolder, Path
  ) {
    let folder = try TemporaryFolder()
    return (folder, try folder.write("plan.json", bytes, permissions: permissions))
  }

  @Test func `is read back as it was written, with the digest of its bytes`() throws {
    var options = PlanOptions()
    options.login = .prove
    options.order = .loginFirst
    options.verification = .redeem
    options.requiresVerified = true
    let plan = dump.plan(options: options, excluding: ["state-b"])
    #expect(plan.deletions.count == 3)
    let (folder, path) = try write(plan.encoded)
    let read = try PlanFile(reading: path, expecting: Fingerprint(of: plan.encoded.span))
    #expect(read.plan == plan)
    #expect(read.digest == Fingerprint(of: plan.encoded.span))
    #expect(read.plan.encoded == plan.encoded)
    _ = folder
  }

  @Test func `of the same input is the same, byte for byte, whatever order things come in`() throws
  {
    let plan = dump.plan()
    let again = MigrationPlan(
      toolVersion: plan.toolVersion,
      inputs: plan.inputs.reversed(),
      provider: plan.provider,
      options: plan.options,
      client: plan.client,
      revocations: plan.revocations,
      deletions: plan.deletions.reversed(),
      leftAlone: plan.leftAlone.reversed()
    )
    #expect(again.encoded == plan.encoded)
  }

  @Test func `holds no token, in no spelling, and no time`() throws {
    let plan = dump.plan()
    let secrets = dump.states().flatMap { $0.tokens.map(\.secret) }
    #expect(secrets.count >= 16)
    #expect(ResidueSearch(tokens: secrets).occurrences(in: plan.encoded.span).isEmpty)
    let text = String(decoding: plan.encoded, as: UTF8.self)
    #expect(!text.contains("20\(26)-") && !text.contains("_at\""))
    #expect(text.contains("\"schema\": \"appauth-migrate/plan/1\""))
  }

  @Test func `may be written with other blanks, but not with other words`() throws {
    let plan = dump.plan()
    let document = try JSONDocument(parsing: SecretBytes(copying: plan.encoded))
    let (folder, path) = try write(JSONNode(reading: document.root).encoded())
    #expect(try PlanFile(reading: path).plan == plan)
    _ = folder
  }

  @Test(arguments: [
    ("\"keep\"", "\"skip\""), ("/revoke\"", "/revoke2\""), ("\"openid\"", "\"openid\", \"email\""),
    ("\"tool\": {", "\"comment\": 1, \"tool\": {"),
    ("\"login\": \"keep\",", "\"login\": \"keep\", \"login\": \"skip\","),
    ("in this copy", "live folder"), ("\"state-a\"", "\"state-x\""),
    ("\"length\": 32", "\"length\": 33"),
  ])
  func `that was edited is refused`(old: String, new: String) throws {
    let text = String(decoding: dump.plan().encoded, as: UTF8.self)
    #expect(text.contains(old))
    let (folder, path) = try write(Array(text.replacing(old, with: new, maxReplacements: 1).utf8))
    let refusal = #expect(throws: PlanRefusal.self) { try PlanFile(reading: path) }
    #expect(refusal?.reason == .edited)
    #expect(refusal?.description.contains("make a new one") == true)
    _ = folder
  }

  @Test func `that was edited with the digest made to fit is refused by --expect`() throws {
    let plan = dump.plan()
    let other = dump.plan(excluding: ["state-a"])
    let (folder, path) = try write(other.encoded)
    let expected = try #require(
      Fingerprint(planDigest: "sha256:\(Fingerprint(of: plan.encoded.span).hex)")
    )
    let refusal = #expect(throws: PlanRefusal.self) {
      try PlanFile(reading: path, expecting: expected)
    }
    #expect(refusal?.reason == .unexpected(digest: Fingerprint(of: other.encoded.span).hex))
    _ = folder
  }

  @Test(arguments: [
    "4be1", "sha256:", "sha256:4be1…07c2", "md5:" + String(repeating: "0", count: 64),
  ])
  func `is expected by its whole digest only`(text: String) {
    #expect(Fingerprint(planDigest: text) == nil)
  }

  @Test(arguments: [0, 1, 17, 100, 2000, -1, -3])
  func `that is cut off is refused`(length: Int) throws {
    let bytes = dump.plan().encoded
    let (folder, path) = try write(
      Array(length < 0 ? bytes.dropLast(-length + 1) : bytes.prefix(length))
    )
    let refusal = #expect(throws: PlanRefusal.self) { try PlanFile(reading: path) }
    guard case .notJSON = refusal?.reason else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    _ = folder
  }

  @Test(arguments: [
    ("[]", PlanRefusal.Reason.unknownSchema("something else")),
    (#"{"schema":"appauth-migrate/plan/2"}"#, .unknownSchema("appauth-migrate/plan/2")),
    (#"{"schema":"appauth-migrate/audit/1"}"#, .unknownSchema("appauth-migrate/audit/1")),
    (#"{"schema":"appauth-migrate/plan/1"}"#, .malformed("steps")),
    (
      #"{"schema":"appauth-migrate/plan/1","steps":[{"step":"revoke","tokens":[{"sha256":"x"}]}],"tool":{"version":"1"},"inputs":[],"options":{"login":"maybe"}}"#,
      .malformed("options.login")
    ),
  ])
  func `of another kind, or not whole, is refused with its reason`(
    text: String,
    reason: PlanRefusal.Reason
  ) throws {
    let (folder, path) = try write(Array(text.utf8))
    let refusal = #expect(throws: PlanRefusal.self) { try PlanFile(reading: path) }
    #expect(refusal?.reason == reason)
    _ = folder
  }

  @Test func `that others may write, a link, a folder, a missing or a huge one is refused`() throws
  {
    let (folder, path) = try write(dump.plan().encoded)
    func reason(_ name: Path) -> PlanRefusal.Reason? {
      let refusal = #expect(throws: PlanRefusal.self) {
        try PlanFile(reading: folder.path.appending(name))
      }
      return refusal?.reason
    }
    try folder.directory.makeLink("link", to: path)
    #expect(reason("link") == .symbolicLink)
    #expect(reason("nothing") == .missing)
    try folder.directory.makeFolder("folder")
    #expect(reason("folder") == .notAFile("folder"))
    _ = unsafe mkfifo(folder.path.appending("pipe").text, 0o600)
    #expect(reason("pipe") == .notAFile("pipe"))
    _ = unsafe chmod(path.text, 0o622)
    #expect(reason("plan.json") == .writableByOthers)
    _ = unsafe chmod(path.text, 0o644)
    _ = try PlanFile(reading: path)
    try folder.directory.openFile("plan.json", .readWrite).truncate(to: PlanFile.limit + 1)
    #expect(reason("plan.json") == .tooLarge(limit: PlanFile.limit))
  }

  @Test func `of another user is refused`() async {
    await #expect(processExitsWith: .success) {
      guard geteuid() == 0 else { return }
      let dump = try Dump()
      let path = try dump.folder.write("plan.json", dump.plan().encoded)
      _ = unsafe chown(path.text, 65534, 65534)
      let refusal = #expect(throws: PlanRefusal.self) { try PlanFile(reading: path) }
      try #require(refusal?.reason == .foreignOwner)
    }
  }

  @Test func `keeps a file name that is no text`() throws {
    let dump = try Dump()
    try dump.folder.write(Path(bytes: [0x61, 0xFF, 0x2E, 0x78]), text: Dump.preferences(["a"]))
    let plan = dump.plan()
    let (folder, path) = try write(plan.encoded)
    #expect(try PlanFile(reading: path).plan.deletions[0].path == dump.states()[0].source.file)
    _ = folder
  }
}

@Suite struct `A plan held against a fresh audit` {
  private let dump: Dump

  init() throws {
    dump = try Dump()
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a", "b"]))
    try dump.folder.write(
      "accounts.jsonl",
      text: ["c", "d", "e"].map { Dump.state($0) + "\n" }.joined()
    )
  }

  private func rewrite(_ name: Path, _ text: String) throws {
    try dump.folder.directory.unlink(name)
    try dump.folder.write(name, text: text)
  }

  @Test func `fits while nothing has changed`() throws {
    let plan = dump.plan(excluding: ["state-b"])
    let comparison = PlanComparison(plan, with: dump.states())
    #expect(comparison.difference == nil)
    #expect(comparison.states.count == 5)
    #expect(comparison.states.allSatisfy { $0.key == $0.value.id })
  }

  @Test func `names the first state that changed`() throws {
    let plan = dump.plan()
    try rewrite(
      "AuthState.xml",
      Dump.preferences(["a", "b"]).replacing("rt-b-", with: "rt-B-")
    )
    #expect(
      PlanComparison(plan, with: dump.states()).difference
        == "AuthState.xml › state-b changed since the plan was made (another fingerprint)"
    )
  }

  @Test func `names a state that has gone, unless the ledger shows that the plan took it`() throws {
    let plan = dump.plan()
    try rewrite("AuthState.xml", Dump.preferences(["b"]))
    #expect(
      PlanComparison(plan, with: dump.states()).difference
        == "AuthState.xml › state-a is no longer there, and not because of this plan"
    )
    let ledger = try Ledger(path: dump.path.appending("ledger.db"))
    let gone = try #require(plan.deletions.first { $0.shownPlace.contains("state-a") })
    try ledger.append(.delete, .state(gone.id), .done, outcome: "deleted", plan: "other")
    #expect(try plan.differences(from: dump.states(), ledger, digest: "ab").difference != nil)
    try ledger.append(.delete, .state(gone.id), .done, outcome: "deleted", plan: "ab")
    let comparison = try plan.differences(from: dump.states(), ledger, digest: "ab")
    #expect(comparison.difference == nil)
    #expect(comparison.states[gone.id] == nil)
  }

  @Test func `finds the other states of a file again, wherever they stand after one was taken`()
    throws
  {
    let plan = dump.plan()
    try rewrite("accounts.jsonl", Dump.state("d") + "\n" + Dump.state("e") + "\n")
    let gone = try #require(plan.deletions.first { $0.shownPlace.contains("line 1") })
    let comparison = PlanComparison(plan, with: dump.states(), deleted: [gone.id])
    #expect(comparison.difference == nil)
    for planned in plan.deletions where planned.id != gone.id {
      let state = try #require(comparison.states[planned.id])
      #expect(state.refreshToken?.fingerprint == planned.tokens[0].fingerprint)
    }
  }

  @Test func `names a state that the plan does not know`() throws {
    let plan = dump.plan()
    try dump.folder.write("new.json", text: Dump.state("n"))
    #expect(PlanComparison(plan, with: dump.states()).difference == "new.json is not in the plan")
  }

  @Test func `deletes a state again that was taken and came back`() throws {
    let plan = dump.plan()
    let comparison = PlanComparison(
      plan,
      with: dump.states(),
      deleted: Set(plan.deletions.map(\.id))
    )
    #expect(comparison.difference == nil)
    #expect(comparison.states.count == 5)
  }

  @Test func `notices any difference of the provider`() throws {
    let then = try #require(dump.plan().provider)
    var now = then
    now.reach = "something else"
    #expect(then.difference(from: now) == nil)
    now.endpoints["revocation_endpoint"] = "https://evil.example/revoke"
    #expect(
      then.difference(from: now)
        == "the provider's revocation_endpoint was https://id.example.com/revoke "
        + "and is https://evil.example/revoke now"
    )
    now.endpoints["revocation_endpoint"] = nil
    #expect(then.difference(from: now)?.hasSuffix("is none now") == true)
    now.issuer += "/"
    #expect(then.difference(from: now)?.contains("the issuer") == true)
  }
}

@Suite struct `The text of a plan` {
  private let dump: Dump

  init() throws {
    dump = try Dump()
    try dump.folder.write("AuthState.xml", text: Dump.preferences(["a", "b"]))
  }

  @Test func `says every step, what it reaches and what is left alone`() throws {
    #expect(
      PlanText(dump.plan()).lines == [
        "1. preflight   https://id.example.com · example-app",
        "2. revoke      2 refresh tokens at https://id.example.com/revoke (by live discovery, once more when applied)",
        "               reach: the provider ends the client session it belongs to",
        "               1 token left alone: an older token (--include-historical; it may trip reuse detection)",
        "3. login       you sign in once, as yourself: example-app · http://127.0.0.1/callback · store: system keyring",
        "               proves registration, PKCE, ID token, refresh; it does not sign in the phone's user, nor use the app's own redirect",
        "4. delete      in this copy: AuthState.xml › state-a (exact) · AuthState.xml › state-b (exact)",
        "               this is a copy: deleting here changes nothing on the phone; there the updated app, or clearing the app's data, removes the state",
        "   left alone  shared_prefs/secure.xml: encrypted, --whole-files would remove it",
      ]
    )
  }

  @Test func `without a login says so, and with the login first puts it first`() {
    var options = PlanOptions()
    options.login = .skip
    let lines = PlanText(dump.plan(options: options)).lines
    #expect(lines.contains { $0.hasPrefix("3. login       nobody signs in") })
    options.login = .prove
    options.order = .loginFirst
    let first = PlanText(dump.plan(options: options)).lines
    #expect(first.contains { $0.hasPrefix("2. login") })
    #expect(first.contains { $0.hasPrefix("3. revoke") })
    #expect(first.contains { $0.hasSuffix("signs out and revokes again at the end") })
  }

  @Test func `counts what is too long to list`() throws {
    try dump.folder.write(
      "accounts.jsonl",
      text: (0..<1200).map { Dump.state("\($0)") + "\n" }.joined()
    )
    let lines = PlanText(dump.plan()).lines
    #expect(lines.contains("4. delete      in this copy: 1,202 states"))
    #expect(lines.contains("               … and 1182 more"))
    #expect(lines.count < 40)
  }

  @Test func `ends with the digest`() {
    let digest = String(repeating: "4b", count: 32)
    let closing = PlanText.closing(file: "plan.json", digest: digest)
    #expect(closing == "No secret is in plan.json. sha256 4b4b…4b4b")
  }

  @Test(arguments: [
    ("/home/a/dump", DataPlace.copy), ("/data/data/com.example.app", .live),
    ("/Users/a/Library/Developer/CoreSimulator/Devices/1/data", .simulator),
    ("/Users/a/Library/Containers/com.example.app", .live), ("/mnt/data/data/x", .copy),
  ])
  func `says where the data lies`(path: String, place: DataPlace) {
    #expect(DataPlace(of: [Path(path)]) == place)
  }
}
