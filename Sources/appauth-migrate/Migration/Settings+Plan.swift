import Migration
import Terminal

extension Settings {
  /// What the plan was made for goes before the configuration of today: nothing else may be done under its name.
  func planned(by plan: MigrationPlan) throws(Stop) -> Settings {
    guard let provider = plan.provider else {
      throw Stop(.usage, "the plan names no provider: make it again")
    }
    var settings = self
    if let issuer, issuer != provider.issuer {
      throw Stop(
        .usage,
        "the plan is for \(Neutral.text(provider.issuer)), the configuration for \(Neutral.text(issuer))",
        hints: ["make the plan again, or leave --issuer out"]
      )
    }
    if let clientID, clientID != provider.clientID {
      throw Stop(
        .usage,
        "the plan is for the client \(Neutral.text(provider.clientID)), the configuration for \(Neutral.text(clientID))",
        hints: ["make the plan again, or leave --client-id out"]
      )
    }
    if provider.isConfigured {
      guard endpoints != nil else {
        throw Stop(
          .usage,
          "the plan was made with explicit endpoints, and the configuration names none",
          hints: ["give the same --config or --endpoints as for plan"]
        )
      }
    } else {
      settings.issuer = provider.issuer
    }
    settings.clientID = provider.clientID
    if let client = plan.client {
      settings.redirectURI = client.redirectURI
      settings.postLogoutRedirectURI = client.postLogoutRedirectURI
      settings.scopes = client.scopes
      settings.protectedOrigins = client.protectedOrigins
      settings.resources = client.resources
      settings.extraParameters = client.extraParameters.sorted { $0.key < $1.key }
        .map { NamedValue(name: $0.key, value: $0.value) }
      settings.dpop = Requirement(rawValue: client.dpop)
      settings.par = Requirement(rawValue: client.par)
      settings.clockLeewaySeconds = client.clockLeewaySeconds
    }
    return settings
  }
}
