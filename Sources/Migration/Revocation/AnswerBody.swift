internal import HTTP
internal import JSON
internal import OAuthClient
internal import Secrets

/// The little that the body of a provider's answer is asked for; what it says beyond that is never kept or shown,
/// since servers have been seen to echo the token.
struct AnswerBody {
  /// The OAuth error code, if the body is JSON with one.
  let error: String?
  /// Whether it is a page for a browser.
  let isPage: Bool

  init(_ response: Response) {
    let start = response.body.withBytes { bytes in
      (0..<min(bytes.count, 1024)).map { bytes[$0] }
    }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" }
    let isMarkup =
      first == "<" || ["<html", "<body", "<!doctype", "<head"].contains(where: text.contains)
    self.isPage = isMarkup
    // Some send JSON as text/html, so the type is not asked.
    guard !isMarkup, let root = try? JSONDocument(parsing: response.body).root,
      root.kind == .object, let value = root["error"], !value.isNull
    else {
      self.error = nil
      return
    }
    self.error = value.string().map(ProviderFailure.code) ?? ProviderFailure.unnamed
  }
}
