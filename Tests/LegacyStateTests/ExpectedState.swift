import Foundation
import JSON
import LegacyState
import Secrets
import Testing

/// What a manifest says of one state, compared field by field.
struct ExpectedState {
  private static let libraries: [String: LegacyAuthState.Library] = [
    "AppAuth-Android": .appAuthAndroid, "AppAuth-iOS": .appAuthIOS, "AppAuth-JS": .appAuthJS,
    "flutter_appauth": .flutterAppAuth, "react-native-app-auth": .reactNativeAppAuth,
    "unknown": .unknown,
  ]

  let json: JSONValue

  var confidence: LegacyAuthState.Confidence {
    json["confidence"]?.string().flatMap { LegacyAuthState.Confidence(rawValue: $0) } ?? .certain
  }

  /// The library, the one whose dialect it is, or the one that wraps its state.
  var library: LegacyAuthState.Library? {
    let location = json["location"]
    if location?["class"]?.string() == "GTMAppAuthFetcherAuthorization"
      || location?["then"]?.string() == "keyed_archive root.authState"
    {
      return .gtmAppAuth
    }
    return Self.libraries[json["dialect"]?.string() ?? json["source_library"]?.string() ?? ""]
  }

  /// Compares everything but the place; of low confidence only the tokens.
  func check(_ state: LegacyAuthState, ignoring ignored: Set<String> = []) {
    #expect(state.library == library)
    #expect(state.confidence == confidence)
    checkTokens(state)
    guard confidence != .low else { return }
    let facts: [(String, String?)] = [
      ("issuer", state.issuer), ("authorization_endpoint", state.authorizationEndpoint),
      ("token_endpoint", state.tokenEndpoint), ("revocation_endpoint", state.revocationEndpoint),
      ("client_id", state.clientID), ("redirect_uri", state.redirectURI),
      ("issuer_from_id_token", state.issuerFromIDToken),
      ("client_id_from_id_token", state.clientIDFromIDToken),
    ]
    for (name, given) in facts where json[name] != nil && !ignored.contains(name) {
      #expect(given == json[name]?.string(), "\(name)")
    }
    #expect(state.scopes.sorted() == (json["scopes"]?.stringArray() ?? []).sorted())
    #expect(state.hasError == (json["error_recorded"]?.bool() ?? false))
    #expect((state.clientSecret != nil) == json["has_client_secret"]?.bool())
    #expect(
      state.accessToken?.expiresAtMilliseconds
        == Self.milliseconds(json["access_token_expires_at"]?.string())
    )
  }

  private func checkTokens(_ state: LegacyAuthState) {
    let found: [String: LegacyToken?] = [
      "refresh_token": state.refreshToken, "access_token": state.accessToken,
      "id_token": state.idToken, "authorization_code": state.authorizationCode,
      "code_verifier": state.codeVerifier, "client_secret": state.clientSecret,
      "registration_access_token": state.registrationAccessToken,
    ]
    for (role, token) in found {
      let wanted = json["token_sha256"]?[role]?.stringArray() ?? []
      #expect(token.map { [$0.secret.fingerprint.hex] } ?? [] == wanted, "\(role)")
    }
  }

  private static func milliseconds(_ text: String?) -> Int64? {
    guard let text else { return nil }
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    return formatter.date(from: text).map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
  }
}
