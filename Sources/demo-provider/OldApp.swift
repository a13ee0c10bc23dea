import Crypto
import DemoProvider
import HTTP
import JOSE
import JSON
import POSIX
import Secrets
import TestSupport

/// Plays the app that still signs in with AppAuth-Android: gets a session, and writes it where such an app does.
enum OldApp {
  static let redirectURI = "com.example.legacy:/oauthredirect"

  /// Signs in with the authorization code flow and writes the state under the key `state` of a preferences file.
  static func signIn(issuer: String, client: String, preferences: Path) async throws {
    let verifier = Base64URL.encode(Random.bytes(32))
    let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(Array(verifier.utf8).span))
    guard
      let address = HTTPURL(issuer + "/authorize")?.appending([
        QueryItem("response_type", "code"), QueryItem("client_id", client),
        QueryItem("redirect_uri", redirectURI), QueryItem("state", "old-state-1"),
        QueryItem("scope", "openid profile offline_access"), QueryItem("nonce", "old-nonce-1"),
        QueryItem("code_challenge", challenge), QueryItem("code_challenge_method", "S256"),
      ])
    else { throw OldAppFailure.issuer }
    let destination = try await HeadlessBrowser().open(address.text) {
      $0.hasPrefix(Self.redirectURI)
    }
    guard case .handedOver(let redirect) = destination, let code = parameter("code", of: redirect)
    else { throw OldAppFailure.noCode }
    var form = FormBody()
    form.append("grant_type", "authorization_code")
    form.append("client_id", client)
    form.append("redirect_uri", redirectURI)
    form.append("code", code)
    form.append("code_verifier", verifier)
    let answer = try await post(form, to: issuer + "/token")
    guard answer.status == 200, let root = try? JSONDocument(parsing: answer.body).root else {
      throw OldAppFailure.refused(answer.status)
    }
    var state = AndroidState(issuer: issuer, client: client)
    state.redirectURI = redirectURI
    state.refreshToken = root["refresh_token"]?.string()
    state.accessToken = root["access_token"]?.string()
    state.idToken = root["id_token"]?.string()
    state.code = code
    state.codeVerifier = verifier
    try write(state.json, to: preferences)
  }

  /// Presents the refresh token of such a preferences file once more, as the old app would.
  ///
  /// - Returns: The provider's status and error code.
  static func redeem(issuer: String, client: String, preferences: Path) async throws -> String {
    let text = try File.open(preferences).readAll(limit: 1 << 20)
    let json = text.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    guard let start = json.firstRange(of: "{&quot;refreshToken&quot;:&quot;")?.upperBound,
      let end = json[start...].firstRange(of: "&quot;")?.lowerBound
    else { throw OldAppFailure.noToken }
    var form = FormBody()
    form.append("grant_type", "refresh_token")
    form.append("client_id", client)
    form.append("refresh_token", String(json[start..<end]))
    let answer = try await post(form, to: issuer + "/token")
    let error = (try? JSONDocument(parsing: answer.body))?.root["error"]?.string()
    return "\(answer.status) \(error ?? "with new tokens")"
  }

  private static func post(_ form: FormBody, to address: String) async throws -> Response {
    guard let url = HTTPURL(address) else { throw OldAppFailure.issuer }
    return try await Client().send(.post(url, form: form))
  }

  private static func parameter(_ name: String, of redirect: String) -> String? {
    let query = redirect.split(separator: "?", maxSplits: 1).last ?? ""
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1)
      if sides.count == 2, sides[0] == name { return String(sides[1]) }
    }
    return nil
  }

  /// The first `<map>` line of the file gets the new element behind it, instead of an older one; all else stays.
  private static func write(_ state: String, to preferences: Path) throws {
    let before = try File.open(preferences).readAll(limit: 1 << 20)
    let text = before.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    let escaped = state.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    let others = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("    <string name=\"state\">") }
      .joined(separator: "\n")
    let after = others.replacing(
      "<map>\n",
      with: "<map>\n    <string name=\"state\">\(escaped)</string>\n",
      maxReplacements: 1
    )
    try DurableWrite.create(preferences, contents: Array(after.utf8), exclusive: false)
  }
}

enum OldAppFailure: Error, CustomStringConvertible {
  case issuer
  case noCode
  case noToken
  case refused(Int)

  var description: String {
    switch self {
    case .issuer: "the issuer is no URL"
    case .noCode: "the sign-in brought no code"
    case .noToken: "there is no refresh token in the preferences"
    case .refused(let status): "the provider answered \(status)"
    }
  }
}
