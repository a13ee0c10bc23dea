import JSON
package import Secrets

/// Reads appauth-migrate.json: every member by its type, an unknown one is an error that names the nearest.
package struct SettingsReader {
  private let file: String

  /// Prepares to read.
  ///
  /// - Parameter file: The file's name, for messages; neutralised here.
  package init(file: String) {
    self.file = Neutral.text(file)
  }

  /// Reads the text of a file.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: What it says.
  /// - Throws: The first mistake, with its line and column.
  package func settings(parsing bytes: SecretBytes) throws(UsageFailure) -> Settings {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes)
    } catch {
      throw UsageFailure(.configuration, "\(file), \(error.place): \(error.reason.rawValue)")
    }
    let members = SettingsMembers(document.root, file: file, within: "")
    var settings = Settings()
    try members.checkNames(Self.names)
    settings.issuer = try members.string("issuer")
    settings.clientID = try members.string("client_id")
    settings.redirectURI = try members.string("redirect_uri")
    settings.postLogoutRedirectURI = try members.string("post_logout_redirect_uri")
    settings.scopes = try members.strings("scopes")
    settings.protectedOrigins = try members.strings("protected_origins")
    settings.resources = try members.strings("resources")
    settings.extraParameters = try members.pairs("extra_parameters")
    settings.endpoints = try endpoints(members)
    settings.dpop = try members.choice("dpop")
    settings.par = try members.choice("par")
    settings.clockLeewaySeconds = try members.integer("clock_leeway_seconds", 0...300)
    settings.appRedirectURIs = try members.strings("app_redirect_uris")
    if let android = try members.object("android", ["package", "sha256_cert_fingerprints"]) {
      settings.android = AndroidSettings(
        package: try android.string("package"),
        sha256CertFingerprints: try android.strings("sha256_cert_fingerprints") ?? []
      )
    }
    settings.iosAppID = try members.object("ios", ["app_id"])?.string("app_id")
    return settings
  }

  /// The members that exist.
  package static let names = [
    "issuer", "client_id", "redirect_uri", "post_logout_redirect_uri", "scopes",
    "protected_origins", "resources", "extra_parameters", "endpoints", "dpop", "par",
    "clock_leeway_seconds", "app_redirect_uris", "android", "ios",
  ]

  private func endpoints(_ members: SettingsMembers) throws(UsageFailure) -> EndpointSettings? {
    guard let object = try members.object("endpoints", EndpointSettings.names) else { return nil }
    var values: [NamedValue] = []
    for name in EndpointSettings.names {
      guard let value = try object.string(name) else { continue }
      values.append(NamedValue(name: name, value: value))
    }
    do {
      return try EndpointSettings(values)
    } catch {
      throw object.failure(
        object.value,
        "endpoints has no \(error.names.joined(separator: ", no "))",
        hints: ["endpoints stand in for discovery, so these must be there"]
      )
    }
  }
}

extension JSONFailure {
  fileprivate var place: String { "line \(line), column \(column)" }
}
