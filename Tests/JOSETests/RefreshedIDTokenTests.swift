import JOSE
import JSON
import Testing

@Suite struct `A refreshed ID token` {
  private static func outcome(_ changes: [(String, JSONNode?)]) throws -> String {
    let first = try Scene().claiming([("auth_time", 1_799_000_000)]).accepted()
    let second = try Scene()
      .claiming([("auth_time", 1_799_000_000), ("nonce", nil)])
      .claiming(changes)
      .with {
        $0.expectations.nonce = nil
        // A provider that moved: the rules are to see it, not the validator.
        if let issuer = changes.first(where: { $0.0 == "iss" })?.1, case .string(let text) = issuer
        {
          $0.expectations.issuer = text
        }
      }
      .accepted()
    do throws(IDTokenFailure) {
      let warnings = try RefreshedIDTokenRules(original: first).check(second)
      return warnings.map(\.rawValue).joined(separator: " ")
    } catch {
      #expect(!error.description.contains("MARK"))
      return error.code.rawValue
    }
  }

  @Test(
    arguments: [
      ([], ""),
      ([("nonce", "nonce-MARK")], ""),
      ([("auth_time", nil)], ""),
      ([("auth_time", 1_799_000_001)], "authentication_time_changed"),
      ([("nonce", "another")], "nonce_changed"),
      ([("sub", "somebody-MARK")], "identity_changed"),
      ([("sub", "USER-MARK")], "identity_changed"),
      ([("iss", "https://other.example/")], "issuer_changed"),
    ] as [([(String, JSONNode?)], String)]
  )
  func `must be about the same person and sign-in`(
    _ changes: [(String, JSONNode?)],
    _ outcome: String
  ) throws {
    #expect(try Self.outcome(changes) == outcome)
  }

  @Test func `with a nonce where the first had none is another sign-in's`() throws {
    let first = try Scene().claiming([("nonce", nil)]).with { $0.expectations.nonce = nil }
      .accepted()
    let second = try Scene().accepted()
    #expect(throws: IDTokenFailure(.nonceChanged)) {
      _ = try RefreshedIDTokenRules(original: first).check(second)
    }
  }

  @Test func `needs our client in its audience like the first`() throws {
    let scene = Scene().claiming([("aud", "other")]).with { $0.expectations.nonce = nil }
    #expect(try scene.failure()?.code == .audienceMismatch)
  }
}
