package import Secrets

/// What the answer to one request must say.
package struct IDTokenExpectations: Sendable {
  /// The issuer as its discovery document spells it.
  package var issuer: String
  /// Our client.
  package var clientID: String
  /// The nonce that was sent; nil where none was, as with a refresh.
  package var nonce: SecretBytes?
  /// The access token that came in the same answer, if any.
  package var accessToken: SecretBytes?
  /// `max_age` in seconds, if it was sent.
  package var maximumAge: Int?
  /// `acr_values` that were asked for in a step-up; empty where any will do.
  package var acrValues: [String]

  /// Collects the expectations.
  ///
  /// - Parameters:
  ///   - issuer: As its discovery document spells it.
  ///   - clientID: Our client.
  ///   - nonce: What was sent.
  ///   - accessToken: What came in the same answer.
  ///   - maximumAge: `max_age` in seconds.
  ///   - acrValues: Of which one must be met.
  package init(
    issuer: String,
    clientID: String,
    nonce: SecretBytes? = nil,
    accessToken: SecretBytes? = nil,
    maximumAge: Int? = nil,
    acrValues: [String] = []
  ) {
    self.issuer = issuer
    self.clientID = clientID
    self.nonce = nonce
    self.accessToken = accessToken
    self.maximumAge = maximumAge
    self.acrValues = acrValues
  }
}
