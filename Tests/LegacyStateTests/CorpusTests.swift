import Foundation
import JSON
import LegacyState
import Secrets
import TestSupport
import Testing

@Suite struct `The corpus of leftover states` {
  @Test func `is there`() {
    #expect(CorpusFile.all.count == 231)
  }

  @Test(arguments: CorpusFile.withStates)
  func `every state is read to the field`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == file.states.count)
    for (state, expected) in zip(scanned.states, file.states) {
      check(state, expected)
    }
    #expect(Set(scanned.states.map(\.id)).count == scanned.states.count)
  }

  @Test(arguments: CorpusFile.under("negative/"))
  func `a file of another origin gives nothing`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.isEmpty)
  }

  @Test(
    arguments: CorpusFile.under("android-json/", "android-prefs/").filter {
      $0.expect == "not_appauth"
    }
  )
  func `a new state without content is not reported`(_ file: CorpusFile) throws {
    let scanned = try Scanned(file)
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.isEmpty)
  }

  @Test func `a file cut off inside a state is an error with its reason`() throws {
    let file = try #require(CorpusFile.all.first { $0.path == "android-prefs/truncated.xml" })
    let scanned = try Scanned(file)
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.map(\.path) == [file.path])
    #expect(
      scanned.failures.map(\.description) == [
        "a state begins here and is damaged: the file ends inside an element (line 3, column 2438)"
      ]
    )
  }

  @Test func `each line of JSON Lines stands for itself`() throws {
    let file = try #require(CorpusFile.all.first { $0.path == "jsonl/fleet.jsonl" })
    let scanned = try Scanned(file)
    let libraries: [String: LegacyAuthState.Library] = [
      "AppAuth-Android": .appAuthAndroid, "flutter_appauth": .flutterAppAuth,
      "react-native-app-auth": .reactNativeAppAuth,
    ]
    let expected = file.lines.filter { $0["lib"] != nil }
    #expect(expected.count == 970)
    #expect(scanned.states.count == expected.count)
    for (state, line) in zip(scanned.states, expected) {
      #expect(state.library == libraries[line["lib"]?.string() ?? ""])
      #expect(state.confidence == .certain)
      #expect(state.source.locator.line.map(Int64.init) == line["line"]?.int())
      #expect(state.clientID == line["client_id"]?.string())
      #expect(state.tokenEndpoint == line["token_endpoint"]?.string())
      #expect(state.accessToken?.secret.fingerprint.hex == line["at"]?.string())
      #expect(state.refreshToken?.secret.fingerprint.hex == line["rt"]?.string())
      #expect((state.idToken != nil) == (line["id"]?.int() == 1))
      #expect(state.accessToken?.expiresAtMilliseconds == milliseconds(line["exp"]?.string()))
    }
    let malformed = file.lines.filter { $0["expect"]?.string() == "malformed" }
    #expect(malformed.count >= 19)
    #expect(
      scanned.failures.compactMap { $0.locator?.line.map(Int64.init) }.allSatisfy { line in
        malformed.contains { $0["line"]?.int() == line }
      }
    )
    #expect(!scanned.failures.isEmpty)
  }

  private func check(_ state: LegacyAuthState, _ expected: JSONValue) {
    let isSplit = expected["confidence"]?.string() == "low"
    #expect(state.library == (isSplit ? .unknown : .appAuthAndroid))
    #expect(state.confidence == (isSplit ? .low : .certain))
    #expect(state.issuer == expected["issuer"]?.string())
    #expect(state.authorizationEndpoint == expected["authorization_endpoint"]?.string())
    #expect(state.tokenEndpoint == expected["token_endpoint"]?.string())
    #expect(state.revocationEndpoint == expected["revocation_endpoint"]?.string())
    #expect(state.clientID == expected["client_id"]?.string())
    #expect(state.redirectURI == expected["redirect_uri"]?.string())
    #expect(state.scopes.sorted() == (expected["scopes"]?.stringArray() ?? []).sorted())
    #expect(state.hasError == expected["error_recorded"]?.bool())
    #expect(
      state.accessToken?.expiresAtMilliseconds
        == milliseconds(expected["access_token_expires_at"]?.string())
    )
    let found: [String: LegacyToken?] = [
      "refresh_token": state.refreshToken, "access_token": state.accessToken,
      "id_token": state.idToken, "authorization_code": state.authorizationCode,
      "code_verifier": state.codeVerifier, "client_secret": state.clientSecret,
      "registration_access_token": state.registrationAccessToken,
    ]
    for (role, token) in found {
      let wanted = expected["token_sha256"]?[role]?.stringArray() ?? []
      let given = token.map { [$0.secret.fingerprint.hex] } ?? []
      #expect(given == wanted, "\(role)")
    }
    let live = state.refreshToken?.secret.fingerprint.hex
    let older = expected["token_sha256"]?["previous_refresh_token"]?.stringArray() ?? []
    let historical = state.historicalRefreshTokens.map { $0.secret.fingerprint.hex }
    #expect(older.allSatisfy { $0 == live || historical.contains($0) })
    if let key = expected["location"]?["key"]?.string(), !key.contains(",") {
      #expect(state.source.locator.path.first == .key(key))
    }
    if let index = expected["location"]?["set_index"]?.int() {
      #expect(state.source.locator.path.last == .index(Int(index)))
    }
  }

  private func milliseconds(_ text: String?) -> Int64? {
    guard let text else { return nil }
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter.date(from: text).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
  }
}
