package import HTTP
internal import JSON
package import Secrets

/// The answer of a token endpoint (RFC 6749 section 5), as a value.
package enum TokenAnswer: Sendable {
  case tokens(TokenSet)
  case failure(ProviderFailure)
  /// A success whose access or ID token cannot be used, and the refresh token that came with it.
  case unusable(String, refreshToken: SecretBytes)
  /// None of these: a firewall's page, an empty body, a redirect.
  case unintelligible(String)

  /// Reads the answer; a status of 200 with an `error` member counts as an error.
  package init(_ response: Response) {
    guard response.contentType != "text/html",
      let root = AnswerBody.object(of: response), !root.hasDuplicateMembers
    else {
      self = .unintelligible("status \(response.status), not a JSON object")
      return
    }
    if let error = root["error"]?.string(), !error.isEmpty {
      // A server that fails, limits or redirects says nothing of the grant, whatever it writes.
      let isAnswer = response.status == 200 || (400..<500).contains(response.status)
      guard error != "invalid_grant" || isAnswer && ![408, 429].contains(response.status) else {
        self = .unintelligible("status \(response.status)")
        return
      }
      self = .failure(ProviderFailure(error: error))
      return
    }
    guard response.status == 200 else {
      self = .unintelligible("status \(response.status) without an error code")
      return
    }
    guard let tokens = TokenSet(root) else {
      let reason = "no access_token in it, or an unprintable token"
      self =
        TokenSet.refreshToken(of: root).map { .unusable(reason, refreshToken: $0) }
        ?? .unintelligible(reason)
      return
    }
    self = .tokens(tokens)
  }

  /// Whether the server may have done what it was asked for, though its answer does not say so.
  ///
  /// What is refused, redirected, limited or turned away for a while was not done; a success that cannot be read and a
  /// failure, of a gateway too, leave it open.
  ///
  /// - Parameter status: Of the answer.
  /// - Returns: False for an answer that says what was done.
  package func leavesOpen(_ status: Int) -> Bool {
    switch self {
    case .tokens, .unusable: false
    case .failure: status >= 500 && status != 503
    case .unintelligible: (200..<300).contains(status) || status >= 500 && status != 503
    }
  }

  /// The one refresh token of a success that is no use otherwise: the provider may have replaced the one that was sent.
  ///
  /// - Parameters:
  ///   - response: What was answered.
  ///   - sent: The refresh token of the request, which an error may repeat without saying that it is good.
  /// - Returns: Nil for usable tokens, for no success, and where none or several stand in it.
  package func newRefreshToken(in response: Response, for sent: SecretBytes) -> SecretBytes? {
    switch self {
    case .tokens: return nil
    case .unusable(_, let refreshToken): return refreshToken
    case .failure, .unintelligible: break
    }
    guard (200..<300).contains(response.status),
      let token = Self.refreshTokens(in: response).first, TokenSet.isVisible(token),
      Self.refreshTokens(in: response).allSatisfy(token.equals)
    else { return nil }
    if case .failure = self, token.equals(sent) { return nil }
    return token
  }

  /// What is wrong with it, in words without anything of the server's but a code.
  ///
  /// - Parameter status: Of the answer.
  /// - Returns: Nothing for usable tokens.
  package func fault(_ status: Int) -> String {
    switch self {
    case .tokens: ""
    case .failure(let failure): "status \(status), \(failure.error)"
    case .unusable(let reason, _), .unintelligible(let reason): reason
    }
  }

  /// Every refresh token of an answer, whatever else is wrong with it: where it is refused nobody will hold them.
  package static func refreshTokens(in response: Response) -> [SecretBytes] {
    (AnswerBody.object(of: response)?.members ?? [])
      .compactMap { $0.name == "refresh_token" ? $0.value.secret() : nil }
      .filter { !$0.isEmpty }
  }
}

/// A successful token answer (RFC 6749 section 5.1); an empty string counts as absent.
package struct TokenSet: Sendable {
  package let accessToken: SecretBytes
  package let tokenType: String
  /// Seconds from the answer on; nil if the provider did not say.
  package let expiresInSeconds: Double?
  package let refreshToken: SecretBytes?
  package let idToken: SecretBytes?
  package let scope: String?

  init?(_ root: JSONValue) {
    guard let access = Self.filled(root["access_token"]) else { return nil }
    // Without one it is no Bearer token, and what else came with it is not lost.
    let type = root["token_type"]?.string() ?? ""
    let (refresh, id) = (Self.filled(root["refresh_token"]), Self.filled(root["id_token"]))
    // A line break in a token would forge a header, an escape would steer the terminal that `token` prints to.
    guard [access, refresh, id].allSatisfy({ $0.map(Self.isVisible) ?? true }) else { return nil }
    self.accessToken = access
    self.tokenType = type
    self.expiresInSeconds = Self.seconds(root["expires_in"])
    self.refreshToken = refresh
    self.idToken = id
    self.scope = Self.scope(root["scope"], hiding: [access, refresh, id].compactMap(\.self))
  }

  /// The refresh token of an answer, if it could be presented.
  static func refreshToken(of root: JSONValue) -> SecretBytes? {
    filled(root["refresh_token"]).flatMap { isVisible($0) ? $0 : nil }
  }

  /// Whether the access token may be presented as what it is (RFC 6749 section 7.1).
  package var isBearer: Bool { tokenType.lowercased() == "bearer" }

  /// Whether the access token is bound to a key (RFC 9449 section 5).
  package var isDPoP: Bool { Self.isDPoP(tokenType) }

  /// Whether that is the type of tokens that are bound to a key; types are compared without case.
  package static func isDPoP(_ tokenType: String) -> Bool { tokenType.lowercased() == "dpop" }

  /// Whether a token keeps to RFC 6749 appendix A: 0x20 to 0x7E.
  fileprivate static func isVisible(_ token: SecretBytes) -> Bool {
    token.withBytes { bytes in bytes.indices.allSatisfy { (0x20...0x7E).contains(bytes[$0]) } }
  }

  /// The scope, but for words that are none (RFC 6749 appendix A.4) or repeat a token of the same answer: it is shown
  /// and written down.
  private static func scope(_ value: JSONValue?, hiding tokens: [SecretBytes]) -> String? {
    guard let text = value?.string(), !text.isEmpty else { return nil }
    let words = text.split(separator: " ").filter { word in
      let bytes = Array(word.utf8)
      guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) else {
        return false
      }
      return !tokens.contains { $0.count >= 8 && $0.stands(in: bytes.span) }
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  private static func filled(_ value: JSONValue?) -> SecretBytes? {
    guard let secret = value?.secret(), !secret.isEmpty else { return nil }
    return secret
  }

  /// Some providers send the number as a string; ten years bound what a wrong unit could do.
  private static func seconds(_ value: JSONValue?) -> Double? {
    guard let value, let number = value.double() ?? value.string().flatMap(Double.init),
      number.isFinite, number >= 0
    else { return nil }
    return min(number, 10 * 365 * 86_400)
  }
}
