import JSON
import LegacyState

/// Writes states as the json has them: what many have alike is written once and copied.
struct StateJSON: Sendable {
  private let parts: MaskedParts
  private let isPretty: Bool
  private let level: Int
  private let names: [[UInt8]]
  private let facts: [FactsText]

  /// Sets up the writing.
  ///
  /// - Parameters:
  ///   - parts: What records name by numbers.
  ///   - isPretty: Whether each member has a line.
  ///   - level: How deep a state stands in its document.
  init(_ parts: MaskedParts, isPretty: Bool, level: Int = 0) {
    self.parts = parts
    self.isPretty = isPretty
    self.level = level
    names = parts.names.map { Self.text(of: $0, isPretty, level) }
    facts = parts.facts.map { FactsText($0, isPretty, level) }
  }

  /// Writes one, behind a first member if it has one.
  func write(
    _ state: StateRecord,
    _ rules: [String],
    type: String? = nil,
    to writer: inout JSONWriter
  ) {
    let body = state.body
    writer.beginObject()
    if let type { writer.member("type", type) }
    writer.member("id", shownID(state.core.id))
    write(body, state.tokenRecords, to: &writer)
    writer.member("findings", rules)
    writer.endObject()
  }

  private func write(
    _ body: StateRecord.Body,
    _ tokens: [TokenRecord],
    to writer: inout JSONWriter
  ) {
    switch body.name {
    case .common(let number): writer.splice(names[number], opening: 1)
    case .own(let name):
      let text = Self.text(of: name.masked(by: parts.mask), isPretty, level)
      writer.splice(text, opening: 1)
    }
    body.locator.write(to: &writer)
    writer.endObject()
    let text: FactsText
    switch body.facts {
    case .common(let number): text = facts[number]
    case .own(let own): text = FactsText(own.masked(by: parts.mask), isPretty, level)
    }
    writer.splice(text.before)
    TokenJSON(mask: parts.mask).write(tokens, to: &writer)
    writer.splice(text.behind)
  }

  /// A token may be written like the id of another state.
  private func shownID(_ id: String) -> String {
    parts.mask.knows(length: id.utf8.count) ? parts.mask(id) : id
  }

  /// From the app to the name of the locator.
  private static func text(of name: DocumentName, _ isPretty: Bool, _ level: Int) -> [UInt8] {
    var writer = JSONWriter(isPretty: isPretty, level: level + 1, isInside: true)
    writer.member("app", name.app)
    writer.name("source")
    writer.beginObject()
    writer.member("path", name.path)
    writer.member("inner", name.inner)
    writer.name("locator")
    return writer.bytes
  }
}

/// The members before and behind a state's tokens.
private struct FactsText: Sendable {
  /// From the library to the name of the tokens.
  let before: [UInt8]
  /// All but the findings.
  let behind: [UInt8]

  init(_ facts: StateFacts, _ isPretty: Bool, _ level: Int) {
    var writer = JSONWriter(isPretty: isPretty, level: level + 1, isInside: true)
    writer.member("library", facts.library.rawValue)
    writer.member("format", facts.format.rawValue)
    writer.member("issuer", facts.issuer)
    writer.member("issuer_from_id_token", facts.issuerFromIDToken)
    writer.member("authorization_endpoint", facts.authorizationEndpoint)
    writer.member("token_endpoint", facts.tokenEndpoint)
    writer.member("revocation_endpoint", facts.revocationEndpoint)
    writer.member("end_session_endpoint", facts.endSessionEndpoint)
    writer.member("registration_endpoint", facts.registrationEndpoint)
    writer.member("client_id", facts.clientID)
    writer.member("redirect_uri", facts.redirectURI)
    writer.member("scopes", facts.scopes)
    writer.member("pkce", facts.pkce.rawValue)
    writer.member("nonce", facts.nonce)
    writer.name("tokens")
    before = writer.bytes
    writer = JSONWriter(isPretty: isPretty, level: level + 1, isInside: true)
    writer.member("removable", facts.removable.rawValue)
    if facts.isMapped {
      writer.name("mapped")
      if let mapped = facts.mapped {
        writer.beginObject()
        writer.member("issuer", mapped.issuer)
        writer.member("client_id", mapped.clientID)
        writer.endObject()
      } else {
        writer.null()
      }
    }
    behind = writer.bytes
  }
}
