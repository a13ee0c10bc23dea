/// When an optional part of the protocol is used.
package enum Requirement: String, Sendable, CaseIterable {
  /// Where the provider offers it.
  case auto
  /// Always; a provider without it is refused.
  case require
  /// Never.
  case off
}

/// The Android app that preflight checks the association files for.
package struct AndroidSettings: Sendable, Equatable {
  package var package: String?
  package var sha256CertFingerprints: [String]

  package init(package: String? = nil, sha256CertFingerprints: [String] = []) {
    self.package = package
    self.sha256CertFingerprints = sha256CertFingerprints
  }
}

/// What the operator says about the client: configuration file first, then the flags over it.
///
/// Nothing is judged here but shape; whether an issuer or a redirect will do is the library's to say.
/// What is nil was said nowhere.
package struct Settings: Sendable, Equatable {
  package var issuer: String?
  package var clientID: String?
  package var redirectURI: String?
  package var postLogoutRedirectURI: String?
  package var scopes: [String]?
  package var protectedOrigins: [String]?
  package var resources: [String]?
  package var extraParameters: [NamedValue]?
  package var endpoints: EndpointSettings?
  package var dpop: Requirement?
  package var par: Requirement?
  package var clockLeewaySeconds: Int?
  package var appRedirectURIs: [String]?
  package var android: AndroidSettings?
  package var iosAppID: String?

  package init() {}
}
