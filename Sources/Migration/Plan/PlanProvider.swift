import JSON

/// The provider that a plan is for, as its metadata described it when the plan was made.
///
/// The endpoints are for reading: whoever applies the plan asks the provider again and compares.
package struct PlanProvider: Hashable, Sendable {
  /// The issuer.
  package var issuer: String
  /// The new client.
  package var clientID: String
  /// The endpoints by their names in the metadata, as `revocation_endpoint`.
  package var endpoints: [String: String]
  /// Whether the endpoints come from the configuration instead of discovery.
  package var isConfigured: Bool
  /// What else a revocation ends there, in one sentence.
  package var reach: String?
  /// The proxy that requests go through.
  package var proxy: String?

  /// Describes a provider.
  ///
  /// - Parameters:
  ///   - issuer: The issuer.
  ///   - clientID: The new client.
  ///   - endpoints: By their names in the metadata.
  ///   - isConfigured: Whether they come from the configuration instead of discovery.
  ///   - reach: What else a revocation ends there.
  ///   - proxy: The proxy that requests go through.
  package init(
    issuer: String,
    clientID: String,
    endpoints: [String: String],
    isConfigured: Bool = false,
    reach: String? = nil,
    proxy: String? = nil
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.endpoints = endpoints
    self.isConfigured = isConfigured
    self.reach = reach
    self.proxy = proxy
  }

  /// The first thing in which the provider differs from what the plan was made for.
  ///
  /// - Parameter now: What it says now.
  /// - Returns: In words; nil if all is as it was.
  package func difference(from now: PlanProvider) -> String? {
    if issuer != now.issuer {
      return "the plan is for the issuer \(shown(issuer)), not \(shown(now.issuer))"
    }
    if clientID != now.clientID {
      return "the plan is for the client \(shown(clientID)), not \(shown(now.clientID))"
    }
    for name in Set(endpoints.keys).union(now.endpoints.keys).sorted()
    where endpoints[name] != now.endpoints[name] {
      let (then, now) = (endpoints[name] ?? "none", now.endpoints[name] ?? "none")
      return "the provider's \(shown(name)) was \(shown(then)) and is \(shown(now)) now"
    }
    return nil
  }

  var json: JSONNode {
    .object([
      ("issuer", .string(issuer)), ("client_id", .string(clientID)),
      ("endpoints_from", .string(isConfigured ? "configuration" : "discovery")),
      (
        "endpoints",
        .object(endpoints.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
      ),
      ("reach", .optional(reach)), ("proxy", .optional(proxy)),
    ])
  }

  init(_ node: PlanNode) throws(PlanMalformed) {
    issuer = try node.text("issuer")
    clientID = try node.text("client_id")
    isConfigured = try node.text("endpoints_from") == "configuration"
    endpoints = try node.texts(byName: "endpoints")
    reach = try node.optionalText("reach")
    proxy = try node.optionalText("proxy")
  }
}
