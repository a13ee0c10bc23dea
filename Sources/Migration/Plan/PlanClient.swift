import JSON

/// What the sign-in of a plan needs to know of the new client, beside issuer and client id.
package struct PlanClient: Hashable, Sendable {
  /// The command's own redirect.
  package var redirectURI: String
  /// Where the provider returns to after sign-out.
  package var postLogoutRedirectURI: String?
  /// What is asked for.
  package var scopes: [String]
  /// The only origins that see the access token.
  package var protectedOrigins: [String] = []
  /// Resource indicators (RFC 8707).
  package var resources: [String] = []
  /// Further parameters of the authorization request.
  package var extraParameters: [String: String] = [:]
  /// `auto`, `require` or `off`.
  package var dpop = "auto"
  /// `auto`, `require` or `off`.
  package var par = "auto"
  /// How far clocks may be apart.
  package var clockLeewaySeconds = 60
  /// Where the new session is kept, in words.
  package var store: String?

  /// Describes a client.
  ///
  /// - Parameters:
  ///   - redirectURI: The command's own redirect.
  ///   - postLogoutRedirectURI: Where the provider returns to after sign-out.
  ///   - scopes: What is asked for.
  package init(redirectURI: String, postLogoutRedirectURI: String? = nil, scopes: [String]) {
    self.redirectURI = redirectURI
    self.postLogoutRedirectURI = postLogoutRedirectURI
    self.scopes = scopes
  }

  var json: JSONNode {
    .object([
      ("redirect_uri", .string(redirectURI)),
      ("post_logout_redirect_uri", .optional(postLogoutRedirectURI)),
      ("scopes", .array(scopes.map(JSONNode.string))),
      ("protected_origins", .array(protectedOrigins.map(JSONNode.string))),
      ("resources", .array(resources.map(JSONNode.string))),
      (
        "extra_parameters",
        .object(extraParameters.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
      ),
      ("dpop", .string(dpop)), ("par", .string(par)),
      ("clock_leeway_seconds", .int(Int64(clockLeewaySeconds))), ("store", .optional(store)),
    ])
  }

  init(_ node: PlanNode) throws(PlanMalformed) {
    redirectURI = try node.text("redirect_uri")
    postLogoutRedirectURI = try node.optionalText("post_logout_redirect_uri")
    scopes = try node.texts("scopes")
    protectedOrigins = try node.texts("protected_origins")
    resources = try node.texts("resources")
    extraParameters = try node.texts(byName: "extra_parameters")
    dpop = try node.text("dpop")
    par = try node.text("par")
    clockLeewaySeconds = try node.number("clock_leeway_seconds")
    store = try node.optionalText("store")
  }
}
