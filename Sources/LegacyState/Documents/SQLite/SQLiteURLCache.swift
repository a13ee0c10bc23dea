import JSON
import POSIX
import Secrets

/// The `Cache.db` of iOS' NSURLCache: answers of servers, in the database or in files beside it.
///
/// A token answer in it has nothing of AppAuth's, so it waits for a state whose token endpoint is its URL.
struct SQLiteURLCache {
  private let file: SQLiteFile
  private let root: Layer
  private let responses: SQLiteTable
  private let bodies: SQLiteTable
  private let requests: SQLiteTable?

  /// So many token answers are no cache of one app's.
  private static let mostAnswers = 1000
  private static let mostBodyBytes = 1 << 20

  /// Nil if the database is none.
  init?(_ file: SQLiteFile, _ root: Layer) {
    func table(_ name: String) -> SQLiteTable? { file.tables.first { $0.name == name } }
    guard let responses = table("cfurl_cache_response"),
      let bodies = table("cfurl_cache_receiver_data")
    else { return nil }
    self.file = file
    self.root = root
    self.responses = responses
    self.bodies = bodies
    requests = table("cfurl_cache_blob_data")
  }

  func read(emit: Emit) throws(ScanStopped) {
    var answers: [Int64: Answer] = [:]
    try eachRow(bodies) { row, bytes in
      guard answers.count < Self.mostAnswers, let answer = answer(row, bytes),
        let number = row.rowID
      else { return }
      answers[number] = answer
    }
    guard !answers.isEmpty else { return }
    try eachRow(responses) { row, bytes in
      guard let number = row.rowID, answers[number] != nil,
        let field = field("request_key", of: responses, row), field.isText
      else { return }
      answers[number]?.url = text(bytes.extracting(field.range))
    }
    if let requests {
      try eachRow(requests) { row, bytes in
        guard let number = row.rowID, answers[number] != nil,
          let field = field("request_object", of: requests, row), field.isBlob
        else { return }
        answers[number]?.form = RequestForm(in: bytes.extracting(field.range))
      }
    }
    for (_, answer) in answers.sorted(by: { $0.key < $1.key }) {
      if let state = answer.state() { try emit(.state(state, [answer.place])) }
    }
  }

  /// The tables were read once and what is wrong with them was said.
  private func eachRow(
    _ table: SQLiteTable,
    _ body: (SQLiteRow, Span<UInt8>) throws(ScanStopped) -> Void
  ) throws(ScanStopped) {
    try file.eachRow(
      of: table,
      SQLiteWalk(file.pages),
      damage: { _, _ in },
      body: body
    )
  }

  private func field(
    _ name: String,
    of table: SQLiteTable,
    _ row: SQLiteRow
  ) -> SQLiteRecord.Field? {
    table.columns.firstIndex { $0.name == name }.flatMap { row.field($0) }
  }

  private func text(_ bytes: Span<UInt8>) -> String {
    SQLiteText.utf8(bytes, file.pages.header.encoding).withBytes { text in
      String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
    }
  }

  private func answer(_ row: SQLiteRow, _ bytes: Span<UInt8>) -> Answer? {
    guard let field = field("receiver_data", of: bodies, row), field.isText || field.isBlob else {
      return nil
    }
    let position = row.record.fields.firstIndex { $0.range == field.range } ?? 0
    var context = SQLiteTableReader(bodies, file.pages.header.encoding, root).context(
      row,
      bytes,
      column: bodies.columns.firstIndex { $0.name == "receiver_data" },
      position
    )
    let value = bytes.extracting(field.range)
    let isElsewhere =
      bodies.columns.firstIndex { $0.name == "isDataOnFS" }
      .flatMap { row.integer($0, bytes) } == 1
    let body: SecretBytes
    if isElsewhere {
      let name = value.indices.map { value[$0] }
      guard let found = self.body(name) else { return nil }
      body = found
      context.path += [.key("fsCachedData"), .key(TokenShape.shown(name))]
    } else {
      guard value.count <= Self.mostBodyBytes, value.contains("access_token\"") else { return nil }
      body = SecretBytes(copying: value)
    }
    let place = SQLiteCellPlace(layer: root, range: row.range(of: field))
    return Answer(body, context.locator([], at: place), place, context)
  }

  /// The body that a row names; a name that leads elsewhere is no name.
  private func body(_ name: [UInt8]) -> SecretBytes? {
    guard !name.isEmpty, name.count < 256, !name.contains(UInt8(ascii: "/")),
      !name.contains(0), name != Array("..".utf8), name != Array(".".utf8),
      let document = try? file.pages.document.companions?.document(
        at: ["fsCachedData", Path(bytes: name)]
      ), document.head.size <= Self.mostBodyBytes,
      (try? document.contains { $0.contains("access_token\"") }) == true
    else { return nil }
    return try? document.whole()
  }
}

/// A token answer in a cache.
private struct Answer {
  let place: SQLiteCellPlace
  var url: String?
  var form: RequestForm?
  private let locator: Locator
  private let digest: Fingerprint
  private let access: LegacyToken
  private let refresh: LegacyToken?
  private let id: LegacyToken?
  private let scope: String?

  /// Nil for what is no answer of a token endpoint (RFC 6749 section 5.1), and for what is a state by itself.
  init?(_ body: SecretBytes, _ locator: Locator, _ place: SQLiteCellPlace, _ context: ValueContext)
  {
    guard let document = try? JSONDocument(parsing: body, dialect: .androidState),
      document.root.kind == .object, document.root["token_type"]?.kind == .string
    else { return nil }
    func token(_ role: LegacyToken.Role, _ name: String) -> LegacyToken? {
      guard let secret = document.root[name]?.secret(), !secret.isEmpty else { return nil }
      return LegacyToken(role: role, secret: secret)
    }
    guard let access = token(.access, "access_token") else { return nil }
    var isState = false
    try? Values.read(Layer(body, origin: place), context) { finding throws(ScanStopped) in
      if case .state = finding { isState = true }
    }
    guard !isState else { return nil }
    self.access = access
    refresh = token(.refresh, "refresh_token")
    id = token(.id, "id_token")
    scope = document.root["scope"]?.string()
    digest = body.fingerprint
    self.locator = locator
    self.place = place
  }

  /// Nil without a URL that could be a token endpoint.
  func state() -> LegacyAuthState? {
    guard let url else { return nil }
    var state = LegacyAuthState(
      library: .unknown,
      format: .tokenResponse,
      confidence: .medium,
      locator: locator,
      contentDigest: digest
    )
    state.awaitedEndpoint = url
    state.tokenEndpoint = url
    state.accessToken = access
    state.refreshToken = refresh
    state.idToken = id
    state.scopes = scope?.scopeValues ?? []
    if let form { form.complete(&state) }
    return state
  }
}
