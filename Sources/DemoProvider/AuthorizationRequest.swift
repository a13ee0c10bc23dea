/// What a client asked for, checked.
struct AuthorizationRequest: Sendable {
  var client: String
  var redirectURI: String
  var state: String?
  var nonce: String?
  var scopes: [String]
  var challenge: String
  var acr: String?
  var maxAge: Int64?
  var prompt: Set<String>
  var keyThumbprint: String?
}
