/// Endpoints that stand in for discovery.
package struct EndpointSettings: Sendable, Equatable {
  /// The member names, as in the file and in `--endpoints NAME=URL`; the first four must be there.
  package static let names = [
    "issuer", "authorization", "token", "jwks_uri", "revocation", "userinfo", "end_session", "par",
  ]
  /// The names that must be there.
  package static let mandatory = names.prefix(4)

  /// The expected `iss`.
  package let issuer: String
  package let authorization: String
  package let token: String
  package let jwksURI: String
  package let revocation: String?
  package let userinfo: String?
  package let endSession: String?
  package let par: String?

  /// Takes the values by their names.
  ///
  /// - Parameter values: What was given; names outside ``names`` are ignored.
  /// - Throws: The mandatory names that are missing.
  package init(_ values: [NamedValue]) throws(MissingEndpoints) {
    func value(_ name: String) -> String? { values.last { $0.name == name }?.value }
    guard let issuer = value("issuer"), let authorization = value("authorization"),
      let token = value("token"), let jwksURI = value("jwks_uri")
    else {
      throw MissingEndpoints(names: Self.mandatory.filter { value($0) == nil })
    }
    self.issuer = issuer
    self.authorization = authorization
    self.token = token
    self.jwksURI = jwksURI
    self.revocation = value("revocation")
    self.userinfo = value("userinfo")
    self.endSession = value("end_session")
    self.par = value("par")
  }
}

/// Endpoints without which the others are of no use.
package struct MissingEndpoints: Error, Equatable {
  package let names: [String]
}
