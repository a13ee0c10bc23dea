import DemoProvider
import JSON
import OAuthClient
import POSIX
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The claims of a session` {
  @Test func `are those of the validated ID token, typed`() async throws {
    let rig = try Rig()
    let told: [(String, JSONNode)] = [
      ("given_name", "Ada"), ("family_name", "Lovelace"), ("middle_name", "K"),
      ("nickname", "ada"), ("preferred_username", "ada1"), ("profile", "https://a.example/p"),
      ("picture", "https://a.example/i"), ("website", "https://a.example/"), ("gender", "f"),
      ("birthdate", "1815-12-10"), ("zoneinfo", "Europe/London"), ("locale", "en-GB"),
      ("phone_number", "+44 1"), ("phone_number_verified", "true"), ("updated_at", 1_700_000_000),
      (
        "address",
        [
          "formatted": "1 Street\nLondon", "street_address": "1 Street", "locality": "London",
          "region": "X", "postal_code": "W1", "country": "UK",
        ]
      ),
      ("amr", ["pwd", "otp"]), ("azp", "migrated-app"), ("name#de", "Frau Lovelace"),
      ("https://a.example/roles", ["admin", 7, ["deep": [true, .null, 1.5]]]),
    ]
    for (name, value) in told { rig.provider.inject(DemoFault(.token, .claim(name, value))) }
    let client = try await rig.client(scopes: ["openid", "profile", "email", "offline_access"])
    #expect(await client.claims == nil)
    try await client.login()
    let claims = try #require(await client.claims)
    #expect(claims.issuer == rig.provider.issuer)
    #expect(claims.subject == "sub-demo")
    #expect(claims.audience == ["migrated-app"])
    #expect(claims.authorizedParty == "migrated-app")
    #expect(claims.expiresAt - claims.issuedAt == 300)
    #expect(try #require(claims.authenticatedAt) <= claims.issuedAt)
    #expect(claims.authenticationContext == "urn:demo:password")
    #expect(claims.authenticationMethods == ["pwd", "otp"])
    #expect(claims.name == "demo")
    #expect(claims.email == "demo@example.com")
    #expect(claims.isEmailVerified == true)
    #expect(claims.givenName == "Ada" && claims.familyName == "Lovelace")
    #expect(claims.middleName == "K" && claims.nickname == "ada")
    #expect(claims.preferredUsername == "ada1" && claims.profile == "https://a.example/p")
    #expect(claims.picture == "https://a.example/i" && claims.website == "https://a.example/")
    #expect(claims.gender == "f" && claims.birthdate == "1815-12-10")
    #expect(claims.zoneInfo == "Europe/London" && claims.locale == "en-GB")
    #expect(claims.phoneNumber == "+44 1" && claims.isPhoneNumberVerified == true)
    #expect(claims.updatedAt == 1_700_000_000)
    let address = try #require(claims.address)
    #expect(address.formatted == "1 Street\nLondon" && address.streetAddress == "1 Street")
    #expect(address.locality == "London" && address.region == "X")
    #expect(address.postalCode == "W1" && address.country == "UK")
    #expect(claims["name#de"]?.text == "Frau Lovelace")
    #expect(
      claims["https://a.example/roles"]
        == .list([
          .text("admin"), .integer(7),
          .object(["deep": .list([.flag(true), .null, .number(1.5)])]),
        ])
    )
    #expect(claims.names.contains("name#de"))
  }

  @Test func `of a wrong type are not there, and nothing else is lost for it`() async throws {
    let rig = try Rig()
    for name in ["name", "address", "updated_at", "email_verified", "amr", "locale"] {
      rig.provider.inject(DemoFault(.token, .claim(name, ["x": 1])))
    }
    let client = try await rig.client()
    try await client.login()
    let claims = try #require(await client.claims)
    #expect(claims.name == nil && claims.updatedAt == nil && claims.isEmailVerified == nil)
    #expect(claims.authenticationMethods.isEmpty && claims.locale == nil)
    #expect(claims.address != nil && claims.address?.country == nil)
    #expect(claims["name"]?["x"]?.number == 1)
    #expect(claims.subject == "sub-demo")
  }

  @Test func `are there after a restart without a request`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    let before = rig.provider.counts
    let claims = try #require(try await rig.client().claims)
    #expect(claims.subject == "sub-demo" && claims.name == "demo")
    #expect(rig.provider.counts == before)
  }

  @Test func `are renewed with the ID token of a refresh, and stay without one`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.token, .claim("name", "Second"), times: 1))
    try await client.refresh()
    #expect(await client.claims?.name == "Second")
    rig.provider.inject(DemoFault(.token, .omit("id_token"), times: 1))
    try await client.refresh()
    #expect(await client.claims?.name == "Second")
    #expect(try await rig.client().claims?.name == "Second")
  }

  @Test func `stay as they were where the ID token of a refresh is refused`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.token, .claim("name", "Mallory"), times: 1))
    rig.provider.inject(DemoFault(.token, .tamperedSignature, times: 1))
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    #expect(await client.claims?.name == "demo")
  }

  @Test func `are gone with the session`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    _ = try await client.logout(endSession: false)
    #expect(await client.claims == nil)
  }

  @Test func `say nothing of the sign-in that they came from`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    let claims = try #require(await client.claims)
    for name in ["nonce", "at_hash"] {
      #expect(claims[name] == nil)
      #expect(!claims.names.contains(name))
    }
  }

  @Test func `never print themselves`() async throws {
    let rig = try Rig()
    rig.provider.inject(DemoFault(.token, .claim("address", ["country": "Ruritania"])))
    rig.provider.inject(DemoFault(.token, .claim("name", "Rudolf Rassendyll")))
    let client = try await rig.client()
    try await client.login()
    let claims = try #require(await client.claims)
    let values: [Any] = [
      claims, claims["name"] as Any, claims["address"] as Any, claims.address as Any,
    ]
    for value in values {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] {
        #expect(!text.contains("Ru") && !text.contains("sub-demo"), "\(text)")
      }
    }
  }
}
