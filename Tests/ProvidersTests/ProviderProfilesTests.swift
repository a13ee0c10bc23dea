import Providers
import Testing

@Suite struct `A provider profile` {
  @Test(arguments: [
    ("accounts.google.com", ["", "/token"], "google"),
    ("example.eu.auth0.com", ["/", "/oauth/token"], "auth0"),
    ("id.example.com", ["/realms/shop", "/realms/shop/protocol/openid-connect/token"], "keycloak"),
    ("id.example.com", ["", "/connect/token"], "duende"),
    (
      "am.example.com", ["/am/oauth2/realms/main", "/am/oauth2/realms/main/access_token"], "pingam"
    ),
    ("127.0.0.1", ["/o", "/o/token/"], "django-oauth-toolkit"),
    ("id.example.com", ["", "/token"], "unknown"),
    ("evil-accounts.google.com.example.net", ["", "/token"], "unknown"),
    ("notokta.com", ["", "/token"], "unknown"),
  ])
  func `is told by host, then by path`(host: String, paths: [String], id: String) {
    #expect(ProviderProfiles.profile(host: host, paths: paths).id == id)
  }

  @Test func `has an id of its own and says what a revocation reaches`() {
    let ids = ProviderProfiles.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    for profile in ProviderProfiles.all + [ProviderProfiles.unknown] {
      #expect(!profile.revocation.sentence.isEmpty, "\(profile.id)")
    }
  }

  @Test func `warns where other sessions of the user may end too`() {
    let further = ProviderProfiles.all.filter(\.revocation.mayReachFurther).map(\.id)
    #expect(further == ["apple", "auth0", "keycloak"])
  }
}
