internal import HTTP
internal import JSON
internal import OAuthClient
internal import Secrets

/// What a token endpoint answered to a refresh token that ought to be dead; pure.
struct RedemptionAnswer {
  /// What came back that works, and must not stay.
  let tokens: [(secret: SecretBytes, hint: String)]
  let status: Int
  let error: String?

  init(_ response: Response) {
    self.status = response.status
    self.error = AnswerBody(response).error
    guard (200..<300).contains(response.status),
      let root = AnswerBody.object(of: response)
    else {
      self.tokens = []
      return
    }
    // The refresh token first: it may take the access token along.
    self.tokens = ["refresh_token", "access_token"].compactMap { name in
      guard let secret = root[name]?.secret(), !secret.isEmpty else { return nil }
      return (secret, name)
    }
  }

  /// RFC 6749 section 5.2: the token is invalid, expired, revoked, or of another client.
  var isInvalidGrant: Bool { tokens.isEmpty && status < 500 && error == "invalid_grant" }

  /// Whether it refuses for a reason of its own, and not because something failed.
  var isRefusal: Bool {
    tokens.isEmpty && (400..<500).contains(status) && ![408, 425, 429].contains(status)
  }

  /// For the ledger and for people: `400 invalid_grant`.
  var text: String { ["\(status)", error].compactMap { $0 }.joined(separator: " ") }
}
