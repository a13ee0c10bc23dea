import POSIX
import TestSupport
import Testing

/// What an app sees of OAuthClient, as the compiler lists it.
@Suite(.timeLimit(.minutes(2))) struct `The public interface` {
  /// The second makes the documentation, in which a link to nothing is an error.
  @Test(arguments: ["check", "docc"])
  func `is the one that docs/api lists, and every part of it is documented`(
    command: String
  ) async throws {
    let check = try await ChildProcess.run(
      "python3",
      arguments: [
        BuiltTool.package.appending("scripts/api.py").text, command, BuiltTool.folder.text,
      ],
      environment: Environment.all.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    )
    #expect(check.exit == .code(0), "\(check.outputText)\(check.errorText)")
  }

  private func declarations() throws -> [(name: Substring, text: Substring)] {
    let file = try File.open(BuiltTool.package.appending("docs/api/OAuthClient.txt"))
    let text = String(decoding: try file.read(at: 0, count: file.status().size), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      return (parts[0], parts.last ?? "")
    }
  }

  /// The one place for those who drive the flow themselves, and the seams that sessions are stored through.
  private static let handlesTokens = [
    "OAuthTokenManager", "SuccessfulTokenResponse", "DPoP", "OIDCSessionStore",
    "InMemorySessionStore", "SealedSessionStore", "Keychain", "InMemoryKeychain", "SystemKeychain",
  ]

  @Test
  func `has no way to hand in a secret or a token, and none to switch a check off`() throws {
    let declarations = try declarations().filter { declaration in
      !Self.handlesTokens.contains { declaration.name.hasPrefix($0) }
    }
    #expect(declarations.count > 200)
    for (name, text) in declarations where name.hasSuffix(")") {
      // What goes in stands before the arrow.
      let taken = text.split(separator: "->").first ?? ""
      for word in ["SecretBytes", "clientSecret", "refreshToken:", "idToken:", "codeVerifier"] {
        #expect(!taken.contains(word), "\(name): \(text)")
      }
    }
    // A word for why something was refused is no switch.
    for (name, text) in declarations where !name.hasPrefix("StoreFailure.Code.") {
      for word in ["skip", "insecure", "disable", "allowhttp", "unsafe", "secret:"] {
        #expect(!name.lowercased().contains(word), "\(name): \(text)")
      }
    }
    let given = declarations.filter { $0.text.contains("SecretBytes") }.map { String($0.name) }
    // The access token is what the app may have; a key source and the key of a store are no tokens.
    #expect(
      given.allSatisfy {
        $0 == "AccessToken.value" || $0.contains("Key") || $0.contains("Passphrase")
      },
      "\(given)"
    )
  }

  @Test func `has exactly four kinds of error`() throws {
    let cases = try declarations().filter { $0.name.hasPrefix("OAuthError.") }
      .filter { $0.text.hasPrefix("case ") }.map { String($0.name) }
    #expect(
      cases == [
        "OAuthError.configuration(_:)", "OAuthError.reauthenticate(_:)",
        "OAuthError.recoverable(_:)", "OAuthError.stepUp(_:)",
      ]
    )
  }
}
