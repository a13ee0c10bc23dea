import JSON
package import Secrets

/// A token that a plan revokes; only its digest.
package struct PlannedRevocation: Hashable, Sendable {
  /// Its digest.
  package var fingerprint: Fingerprint
  /// How many bytes it has.
  package var length: Int
  /// `jwt` or `opaque`.
  package var kind: String
  /// The issuer that it goes to.
  package var issuer: String
  /// The client that it belongs to.
  package var clientID: String
  /// The states that hold it.
  package var states: [String]
  /// The token endpoint that they name: for comparing, never for sending.
  package var storedTokenEndpoint: String?
  /// Whether it is not the live one of any state.
  package var isHistorical: Bool

  /// Describes a token.
  ///
  /// - Parameters:
  ///   - fingerprint: Its digest.
  ///   - length: How many bytes it has.
  ///   - kind: `jwt` or `opaque`.
  ///   - issuer: The issuer that it goes to.
  ///   - clientID: The client that it belongs to.
  ///   - states: The states that hold it.
  ///   - storedTokenEndpoint: The token endpoint that they name.
  ///   - isHistorical: Whether it is not the live one of any state.
  package init(
    fingerprint: Fingerprint,
    length: Int,
    kind: String,
    issuer: String,
    clientID: String,
    states: [String],
    storedTokenEndpoint: String? = nil,
    isHistorical: Bool = false
  ) {
    self.fingerprint = fingerprint
    self.length = length
    self.kind = kind
    self.issuer = issuer
    self.clientID = clientID
    self.states = states.sorted()
    self.storedTokenEndpoint = storedTokenEndpoint
    self.isHistorical = isHistorical
  }

  var json: JSONNode {
    .object([
      ("sha256", .string(fingerprint.hex)), ("length", .int(Int64(length))),
      ("kind", .string(kind)), ("issuer", .string(issuer)), ("client_id", .string(clientID)),
      ("states", .array(states.map(JSONNode.string))),
      ("stored_token_endpoint", .optional(storedTokenEndpoint)),
      ("historical", .bool(isHistorical)),
    ])
  }

  init(_ node: PlanNode) throws(PlanMalformed) {
    self.init(
      fingerprint: try node.fingerprint("sha256"),
      length: try node.number("length"),
      kind: try node.text("kind"),
      issuer: try node.text("issuer"),
      clientID: try node.text("client_id"),
      states: try node.texts("states"),
      storedTokenEndpoint: try node.optionalText("stored_token_endpoint"),
      isHistorical: try node.flag("historical")
    )
  }
}
